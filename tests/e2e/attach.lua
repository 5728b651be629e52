-- Opens each file of `g:files`, with the page's block; which of them have a client, and its root, is written to
-- `g:report` as JSON.

local patience = 20000

local function clients_of(buffer)
  return vim.lsp.get_clients and vim.lsp.get_clients({ bufnr = buffer }) or vim.lsp.buf_get_clients(buffer)
end

local function root_of(path)
  vim.cmd("silent edit " .. vim.fn.fnameescape(path))
  -- A client is there once its server has answered; the first file is one that has a client.
  vim.wait(patience, function()
    return next(clients_of(vim.api.nvim_get_current_buf())) ~= nil
  end, 20)
  patience = 100
  for _, client in pairs(clients_of(vim.api.nvim_get_current_buf())) do
    return client.config.root_dir
  end
  return ""
end

local went_well, seen = xpcall(function()
  local found = vim.empty_dict()
  for _, path in ipairs(vim.g.files) do
    found[path] = root_of(path)
  end
  return found
end, debug.traceback)
if not went_well then
  seen = { failed = seen }
end
vim.fn.writefile({ vim.json.encode(seen) }, vim.g.report)
vim.cmd("qall!")
