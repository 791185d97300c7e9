#!/usr/bin/env bash
# A receiver of webhooks for bash and openssl: a CGI program, so a web server runs it for each request, and ends TLS.
# It believes only what is signed, keeps each event once in a folder, and answers before any work is done.
#
#   Apache: ScriptAlias /hooks /srv/hooks/receiver.sh, and SetEnv WEBHOOK_SECRET whsec_…, SetEnv INBOX /srv/hooks/inbox
#
# By hand, to see whether a body is right:
#
#   WEBHOOK_SECRET=whsec_… ./receiver.sh verify 't=…,v1=…' < body.json
set -euo pipefail
export LC_ALL=C

tolerance=300
longest_body=$((256 * 1024))
why=''

sha256() { openssl dgst -sha256 -r | cut -d ' ' -f 1; }

# The key $1 as 64 bytes, each XORed with $2.
pad() {
  local text='' byte i
  for ((i = 0; i < 64; i++)); do
    byte=0
    if ((i < ${#1})); then printf -v byte %d "'${1:i:1}"; fi
    printf -v text '%s\\x%02x' "$text" $((byte ^ $2))
  done
  printf '%b' "$text"
}

# HMAC-SHA256 of stdin with the key $1. By hand, because `openssl dgst -hmac` shows the key to whoever can run ps.
hmac() {
  { pad "$1" 0x5c && { pad "$1" 0x36 && cat; } | openssl dgst -sha256 -binary; } | sha256
}

# Is the file $2, as it came, signed by the header $1 with the secret $3, within five minutes of $4?
verify() {
  local header=$1 body=$2 secret=$3 now=$4 part expected salt wanted found=no
  local times=() digests=()
  if [[ -z $secret || ${#secret} -gt 64 ]]; then why='WEBHOOK_SECRET is not set, or too long.' && return 1; fi
  if ((${#header} > 1000)); then why='Service-Signature is too long.' && return 1; fi
  while IFS= read -r -d , part; do
    part=${part#"${part%%[! ]*}"}
    case $part in
      t=*) times+=("${part#t=}") ;;
      v1=*) if [[ ${part#v1=} =~ ^[0-9a-f]{64}$ ]]; then digests+=("${part#v1=}"); fi ;;
    esac
  done <<<"$header,"
  if [[ ${#times[@]} != 1 || ! ${times[0]} =~ ^[0-9]{1,12}$ ]]; then why='Service-Signature has no time.' && return 1; fi
  expected=$({ printf '%s.' "${times[0]}" && cat "$body"; } | hmac "$secret")
  # Compared after both were mixed with something nobody knows: how long it takes tells nothing of the digest.
  salt=$(openssl rand -hex 32)
  wanted=$(printf '%s' "$salt$expected" | sha256)
  if [[ ! $expected$wanted =~ ^[0-9a-f]{128}$ ]]; then why='openssl does not work here.' && return 1; fi
  # Two while the secret is being replaced.
  for part in "${digests[@]}"; do
    if [[ $(printf '%s' "$salt$part" | sha256) == "$wanted" ]]; then found=yes; fi
  done
  if [[ $found == no ]]; then why='No signature matches the body.' && return 1; fi
  local age=$((now - 10#${times[0]}))
  if ((age > tolerance || age < -tolerance)); then why='The signature is too old, or from the future.' && return 1; fi
}

# Wheelhouse shows the answer beside the attempt, so say why.
answer() {
  printf 'Status: %s\r\nContent-Type: text/plain\r\n\r\n%s' "$1" "${2-}"
  if [[ $1 != 204* ]]; then echo "refused $1 ${2-}" >&2; fi
  exit 0
}

receive() {
  local inbox=${INBOX:-inbox} length=${CONTENT_LENGTH:-} part result=again
  local head='^\{"id":"(evt_[0-9a-f]{32})","type":"([a-z_.]+)",'
  [[ ${REQUEST_METHOD:-} == POST ]] || answer '405 Method Not Allowed' 'Send events by POST.'
  [[ $length =~ ^[0-9]{1,9}$ ]] || answer '411 Length Required' 'Say how long the body is.'
  ((10#$length <= longest_body)) || answer '413 Content Too Large' 'No event is that long.'
  mkdir -p "$inbox"
  part=$(mktemp "$inbox/.part-XXXXXXXX")
  # shellcheck disable=SC2064
  trap "rm -f '$part'" EXIT
  head -c "$length" >"$part"
  verify "${HTTP_SERVICE_SIGNATURE:-}" "$part" "${WEBHOOK_SECRET:-}" "$(date +%s)" || answer '400 Bad Request' "$why"
  # From the body, because headers besides the signature are not signed.
  [[ $(head -c 200 "$part") =~ $head ]] || answer '400 Bad Request' 'The body is not an event.'
  sync "$part"
  # Deliveries may repeat: the file's name is the event's id, and only the first can make it.
  if ln "$part" "$inbox/${BASH_REMATCH[1]}.json" 2>/dev/null; then
    result=new
  elif [[ ! -e $inbox/${BASH_REMATCH[1]}.json ]]; then
    answer '500 Internal Server Error' 'The event could not be kept.'
  fi
  echo "$result ${BASH_REMATCH[2]} ${BASH_REMATCH[1]}" >&2
  answer '204 No Content'
}

if [[ ${1-} == verify ]]; then
  body=$(mktemp)
  trap 'rm -f "$body"' EXIT
  cat >"$body"
  verify "$2" "$body" "${WEBHOOK_SECRET:-}" "${3-$(date +%s)}" || { echo "refused: $why" >&2 && exit 1; }
  echo accepted
else
  receive
fi
