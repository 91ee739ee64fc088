-- For wrk: texts of a folder, one after the other, as searches. Their number is the first argument
-- after --, the folder the second.
local bodies, at = {}, 0

function init(arguments)
  for i = 1, tonumber(arguments[1]) do
    local file = io.open(arguments[2] .. "/" .. i .. ".txt", "rb")
    bodies[i] = wrk.format("POST", "/api/search?limit=10", {["Content-Type"] = "text/plain"}, file:read("*a"))
    file:close()
  end
  at = math.random(#bodies)
end

function request()
  at = at % #bodies + 1
  return bodies[at]
end
