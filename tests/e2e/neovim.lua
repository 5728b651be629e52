-- What a user does with a hook file in Neovim; what Neovim saw is written to `g:report` as JSON.
--
-- The file is open, and has one finding: a misspelt key of its hook, or a wrong exit code of the script that it is.
-- `g:completes` is the text behind which completion is asked for.

local patience = 20000

local function wait_for(what, look)
  local found
  local in_time = vim.wait(patience, function()
    found = look()
    return found ~= nil and found ~= false
  end, 20)
  assert(in_time, "there never was " .. what)
  return found
end

-- Chooses the entry whose title begins so, wherever the user is asked.
local function choose(title)
  vim.ui.select = function(items, options, on_choice)
    for index, item in ipairs(items) do
      if vim.startswith(options.format_item(item), title) then
        return on_choice(item, index)
      end
    end
    error("nothing to choose begins with " .. title)
  end
end

-- The server's questions are asked by number, in a prompt that nobody sits at here; newer ones ask like any choice.
local function agree(seen)
  vim.fn.inputlist = function(lines)
    seen.asked = table.concat(lines, "\n")
    return 1
  end
  local before = vim.ui.select
  vim.ui.select = function(items, options, on_choice)
    if options.kind ~= "lsp_message" then
      return before(items, options, on_choice)
    end
    seen.asked = options.prompt .. "\n1. " .. options.format_item(items[1])
    on_choice(items[1], 1)
  end
end

-- The report: a window that floats, or a document where Neovim opens them for a server.
local function report()
  for _, window in ipairs(vim.api.nvim_list_wins()) do
    local buffer = vim.api.nvim_win_get_buf(window)
    if vim.api.nvim_win_get_config(window).relative ~= "" or vim.api.nvim_buf_get_name(buffer):match("%.md$") then
      return table.concat(vim.api.nvim_buf_get_lines(buffer, 0, -1, false), "\n")
    end
  end
end

local function drive()
  local seen = { version = vim.version() }
  local file = vim.api.nvim_get_current_buf()
  seen.diagnostics = wait_for("diagnostics", function()
    local found = vim.diagnostic.get(0)
    return #found > 0 and found
  end)
  local finding = seen.diagnostics[1]
  seen.marked = vim.api.nvim_buf_get_text(0, finding.lnum, finding.col, finding.end_lnum, finding.end_col, {})[1]

  vim.api.nvim_win_set_cursor(0, { finding.lnum + 1, finding.col })
  choose("Change")
  vim.lsp.buf.code_action()
  wait_for("an end of the diagnostics", function()
    return #vim.diagnostic.get(0) == 0
  end)
  seen.mended = vim.api.nvim_buf_get_lines(0, 0, -1, false)

  -- A script is fired as it is saved.
  vim.cmd("silent write")

  seen.completions = {}
  local row = vim.fn.search(vim.g.completes, "w")
  vim.api.nvim_win_set_cursor(0, { row, vim.fn.matchend(vim.fn.getline(row), vim.g.completes) })
  local offered = vim.lsp.buf_request_sync(0, "textDocument/completion", vim.lsp.util.make_position_params(0, "utf-16"), patience)
  for _, one in pairs(assert(offered, "no completion")) do
    for _, item in ipairs(one.result.items or one.result) do
      table.insert(seen.completions, item.label)
    end
  end

  vim.lsp.codelens.refresh()
  seen.lenses = wait_for("code lenses", function()
    local found = vim.lsp.codelens.get(0)
    return #found > 0 and found
  end)
  vim.api.nvim_win_set_cursor(0, { seen.lenses[1].range.start.line + 1, 0 })
  choose("▶ Fire")
  agree(seen)
  vim.notify = function(message)
    seen.told = message
  end
  vim.lsp.codelens.run()
  wait_for("a report or a refusal", function()
    seen.shown = report()
    return seen.shown or seen.told
  end)

  local fire = seen.lenses[1].command
  local answer = vim.lsp.buf_request_sync(file, "workspace/executeCommand", fire, patience)
  for _, one in pairs(assert(answer, "no answer to " .. fire.command)) do
    seen.result = one.result
    seen.refused = one.error
  end
  return seen
end

local went_well, seen = xpcall(drive, debug.traceback)
if not went_well then
  seen = { failed = seen }
end
vim.fn.writefile({ vim.json.encode(seen) }, vim.g.report)
vim.cmd("qall!")
