;;; What a user does with a hook file in Emacs; what Emacs saw is written to REPORT as JSON.  -*- lexical-binding: t -*-
;;
;; The first line of the file's hook has a misspelt key.

(require 'json)

(defvar seen nil)

(defun see (name value)
  (push (cons name value) seen))

(defun wait-for (what look)
  (let ((deadline (+ (float-time) 20)) found)
    (while (not (setq found (funcall look)))
      (when (> (float-time) deadline) (error "There never was %s" what))
      (accept-process-output nil 0.05))
    found))

(defun action-titled (title)
  (seq-find (lambda (it) (string-prefix-p title (plist-get it :title)))
            (eglot-code-actions (point) (point))))

(defun drive (file)
  (find-file file)
  ;; Eglot connects when the command that opened the file is over; a batch has no commands.
  (run-hooks 'post-command-hook)
  (wait-for "a server" #'eglot-current-server)
  (flymake-start)
  (let* ((found (wait-for "diagnostics" #'flymake-diagnostics)) (first (car found)))
    (see 'diagnostics (vconcat (mapcar #'flymake-diagnostic-text found)))
    (see 'marked (buffer-substring-no-properties (flymake-diagnostic-beg first) (flymake-diagnostic-end first)))
    (goto-char (1+ (flymake-diagnostic-beg first)))
    (eglot--apply-workspace-edit (plist-get (wait-for "a quick fix" (lambda () (action-titled "Change"))) :edit)))
  ;; What Eglot does when Emacs is idle, which a batch never is.
  (eglot--signal-textDocument/didChange)
  (wait-for "an end of the diagnostics" (lambda () (flymake-start) (not (flymake-diagnostics))))
  (see 'mended (buffer-substring-no-properties (point-min) (point-max)))
  (goto-char (point-min))
  (search-forward "\"type\": \"")
  (let ((table (eglot-completion-at-point)))
    (see 'completions (vconcat (mapcar #'substring-no-properties (all-completions "" (nth 2 table))))))
  (goto-char (point-min))
  (search-forward "echo")
  (cl-letf (((symbol-function 'completing-read) (lambda (prompt choices &rest _) (see 'asked prompt) (car choices)))
            ((symbol-function 'eglot--message) (lambda (format &rest words) (see 'shown (apply #'format format words)))))
    (condition-case problem
        (let ((command (plist-get (action-titled "Fire this hook") :command)))
          (see 'result (eglot-execute-command
                        (eglot-current-server) (plist-get command :command) (plist-get command :arguments))))
      (jsonrpc-error (see 'refused (format "%s" problem))))))

(let ((report (getenv "REPORT")))
  (condition-case problem (drive (getenv "HOOK_FILE"))
    (error (see 'failed (format "%S" problem))))
  (when (eglot-current-server) (ignore-errors (eglot-shutdown (eglot-current-server))))
  (with-temp-file report (insert (json-encode seen)))
  (kill-emacs))
