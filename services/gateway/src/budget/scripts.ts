/**
 * The counting itself, in Valkey: its clock, its windows, one call for all that wait. The window is part of the
 * counter's name: at the edge Valkey lets keys expire by another reading of its clock than TIME gives.
 */
export const windowSeconds = 60;

const readClock = `local now = redis.call('TIME')
local ends = (math.floor(now[1] / ${windowSeconds}) + 1) * ${windowSeconds}
local ms = now[1] * 1000 + math.floor(now[2] / 1000)`;

/** KEYS are meters, ARGV how many are added to each. Answers the window's end, the time in ms, and each number. */
export const chargeScript = `${readClock}
local told = {ends, ms}
for i, key in ipairs(KEYS) do
  local counter = key .. ':' .. ends
  local number = redis.call('INCRBY', counter, ARGV[i])
  if number == tonumber(ARGV[i]) then redis.call('EXPIREAT', counter, ends) end
  told[i + 2] = number
end
return told`;

/**
 * KEYS[1] holds the open streams of a credential by when their gateway must have told of them again; ARGV[1] is the new
 * one, ARGV[2] how many there may be, ARGV[3] the seconds of its place.
 */
export const placeScript = `local now = tonumber(redis.call('TIME')[1])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
if redis.call('ZCARD', KEYS[1]) >= tonumber(ARGV[2]) then return 0 end
redis.call('ZADD', KEYS[1], now + ARGV[3], ARGV[1])
redis.call('EXPIRE', KEYS[1], ARGV[3])
return 1`;

/** Puts off the end of places, also of those that a Valkey which was restarted has forgotten. KEYS and ARGV by twos, ARGV[1] the seconds. */
export const keepScript = `local now = tonumber(redis.call('TIME')[1])
for i, key in ipairs(KEYS) do
  redis.call('ZADD', key, now + ARGV[1], ARGV[i + 1])
  redis.call('EXPIRE', key, ARGV[1])
end`;

export const goneAfterSeconds = 10;

/**
 * KEYS[1] holds the gateways by when they were last seen; ARGV[1] is us. KEYS[2] says when this memory began, and
 * KEYS[3] of which window it has forgotten a part: it has when somebody comes who was counted in this window (ARGV[3])
 * by an earlier memory (ARGV[2]). Answers as above: how many gateways there are, the memory, whether it has forgotten.
 */
export const beatScript = `${readClock}
redis.call('ZADD', KEYS[1], now[1], ARGV[1])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now[1] - ${goneAfterSeconds})
redis.call('EXPIRE', KEYS[1], ${goneAfterSeconds * 6})
redis.call('SET', KEYS[2], now[1] * 1000000 + now[2], 'NX')
local memory = tonumber(redis.call('GET', KEYS[2]))
if memory ~= tonumber(ARGV[2]) and tonumber(ARGV[3]) == ends then redis.call('SET', KEYS[3], ends, 'EXAT', ends) end
local forgot = tonumber(redis.call('GET', KEYS[3]) or 0) == ends
return {ends, ms, redis.call('ZCARD', KEYS[1]), memory, forgot and 1 or 0}`;
