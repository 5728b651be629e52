// The least that running a hook costs: posix_spawn in a new session, stdin fed, both outputs read, the child reaped.
// Reads "TOTAL LIMIT PROGRAM ARGUMENT..." a line and answers with the seconds that TOTAL runs take, LIMIT at once.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define MOST_AT_ONCE 64
#define MOST_WORDS 8

extern char **environ;
static char payload[1024], sink[65536];

typedef struct {
  pid_t process;
  int outputs[2], open;
} Child;

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec + time.tv_nsec / 1e9;
}

static void start(char **words, Child *child, int epoll, unsigned slot) {
  int pipes[3][2];
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  posix_spawn_file_actions_init(&actions);
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSID);
  for (int fd = 0; fd < 3; fd++) {
    if (pipe2(pipes[fd], O_CLOEXEC)) exit(1);
    posix_spawn_file_actions_adddup2(&actions, pipes[fd][fd != 0], fd);
  }
  if (posix_spawn(&child->process, words[0], &actions, &attributes, words, environ)) exit(1);
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  for (int fd = 0; fd < 3; fd++) close(pipes[fd][fd != 0]);
  if (write(pipes[0][1], payload, sizeof payload) < 0 && errno != EPIPE) exit(1);
  close(pipes[0][1]);
  for (unsigned output = 0; output < 2; output++) {
    struct epoll_event event = {EPOLLIN, {.u32 = slot * 2 + output}};
    child->outputs[output] = pipes[output + 1][0];
    epoll_ctl(epoll, EPOLL_CTL_ADD, child->outputs[output], &event);
  }
  child->open = 2;
}

static double run(int total, unsigned limit, char **words) {
  Child children[MOST_AT_ONCE] = {0};
  struct epoll_event events[MOST_AT_ONCE];
  int epoll = epoll_create1(EPOLL_CLOEXEC), started = 0, done = 0;
  double begin = now();
  while (done < total) {
    for (unsigned slot = 0; slot < limit && started < total; slot++)
      if (!children[slot].process) start(words, &children[slot], epoll, slot), started++;
    int ready = epoll_wait(epoll, events, MOST_AT_ONCE, -1);
    for (int it = 0; it < ready; it++) {
      Child *child = &children[events[it].data.u32 / 2];
      int output = child->outputs[events[it].data.u32 % 2];
      if (read(output, sink, sizeof sink) > 0) continue;
      close(output);
      if (--child->open) continue;
      waitpid(child->process, NULL, 0);
      child->process = 0;
      done++;
    }
  }
  close(epoll);
  return now() - begin;
}

int main(void) {
  char line[1024];
  signal(SIGPIPE, SIG_IGN);
  memset(payload, 'x', sizeof payload);
  while (fgets(line, sizeof line, stdin)) {
    char *words[MOST_WORDS + 1] = {0}, *rest = line;
    int total = strtol(rest, &rest, 10);
    unsigned limit = strtoul(rest, &rest, 10), n_words = 0;
    for (char *word = strtok(rest, " \n"); word && n_words < MOST_WORDS; word = strtok(NULL, " \n")) words[n_words++] = word;
    if (!n_words || !limit || limit > MOST_AT_ONCE) return 2;
    printf("%.9f\n", run(total, limit, words));
    fflush(stdout);
  }
  return 0;
}
