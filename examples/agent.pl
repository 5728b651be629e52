#!/usr/bin/perl
# An agent in a language that has no client: it speaks the lines of `hookwright serve` itself (docs/engine.md).
#
#     perl examples/agent.pl PROJECT
#
# Its one tool is called `put_text`, with `dest` and `body`; the map in `tools` makes it the `Write` that hooks know.
use strict;
use warnings;
use IPC::Open2;
use JSON::PP;

my $project = $ARGV[0] // '.';
my $json    = JSON::PP->new->utf8->canonical;
my $pid     = open2(my $out, my $in, 'hookwright', 'serve');
my $number  = 0;

# Sends a request and waits for its answer. What comes in between are notifications of runs, which can be left alone.
sub request {
    my ($method, $params) = @_;
    my $id = ++$number;
    print {$in} $json->encode({jsonrpc => '2.0', id => $id, method => $method, params => $params}), "\n";
    while (my $line = <$out>) {
        my $message = $json->decode($line);
        next if $message->{method} || ($message->{id} // 0) != $id;
        die "$method: $message->{error}{message}\n" if $message->{error};
        return $message->{result};
    }
    die "the engine has ended\n";
}

# Fires an event, and shows what the hooks tell the model, and the user; to the model, `reason` says the rest.
sub fire {
    my ($event, %payload) = @_;
    my $outcome = request('dispatch', {event => $event, payload => \%payload, sessionId => 'session-1'});
    print "$outcome->{additionalContext}\n" if defined $outcome->{additionalContext};
    print "($_->{text})\n" for grep { $_->{to} eq 'user' } @{$outcome->{messages}};
    return $outcome;
}

request('engine/initialize', {client => {name => 'example'}, projectDir => $project, trusted => JSON::PP::true,
        tools => {put_text => {tool => 'Write', file_path => 'dest', content => 'body'}}});
fire('SessionStart', source => 'startup');
my $prompt = fire('UserPromptSubmit', prompt => 'Write it down');
my @calls = $prompt->{blocked} ? () : ({dest => '.env', body => 'A=1'}, {dest => 'notes.txt', body => 'hello'});
while (my $given = shift @calls) {
    my %call   = (tool_name => 'put_text', tool_use_id => 'call-' . @calls, tool_input => $given);
    my $before = fire('PreToolUse', %call);
    if ($before->{blocked}) { print "refused: $before->{reason}\n"; next }
    my $input = $before->{updatedInput} // $given;
    open(my $file, '>', "$project/$input->{dest}") or die "$!\n";
    print {$file} $input->{body};
    close($file);
    fire('PostToolUse', %call, tool_input => $input, tool_response => 'written');
    # The model would stop after its last call; a hook can make it go on.
    push @calls, {dest => 'more.txt', body => 'more'} if !@calls && fire('Stop')->{mustContinue};
}
fire('SessionEnd', reason => 'other');
request('engine/shutdown', {});
