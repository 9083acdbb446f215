/** A receiver's check of one request, for copying: nothing but each language's own library. @see Standard Webhooks, Verifying */
const node = `import { createHmac, timingSafeEqual } from 'node:crypto'

// body: the request's bytes as they came, before any parsing
export function isFromSignet(secret, headers, body) {
  const id = headers['webhook-id'], time = headers['webhook-timestamp']
  if (!(Math.abs(Date.now() / 1000 - Number(time)) < 300)) return false
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
  const due = createHmac('sha256', key).update(\`\${id}.\${time}.\${body}\`).digest()
  return headers['webhook-signature'].split(' ').some((one) => {
    const [version, value] = one.split(',')
    const given = Buffer.from(value ?? '', 'base64')
    return version === 'v1' && given.length === due.length && timingSafeEqual(given, due)
  })
}
`

const python = `import base64, hashlib, hmac, time

# body: the request's bytes as they came, before any parsing
def is_from_signet(secret, headers, body):
    id, at = headers["webhook-id"], headers["webhook-timestamp"]
    if abs(time.time() - int(at)) >= 300:
        return False
    key = base64.b64decode(secret[len("whsec_"):])
    due = hmac.new(key, f"{id}.{at}.".encode() + body, hashlib.sha256).digest()
    given = [one.split(",", 1) for one in headers["webhook-signature"].split(" ")]
    return any(version == "v1" and hmac.compare_digest(base64.b64decode(value), due) for version, value in given)
`

const php = `<?php
// $body: file_get_contents('php://input')
function is_from_signet(string $secret, array $headers, string $body): bool {
    $id = $headers['webhook-id'];
    $time = $headers['webhook-timestamp'];
    if (abs(time() - (int) $time) >= 300) return false;
    $key = base64_decode(substr($secret, strlen('whsec_')));
    $due = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$time.$body", $key, true));
    foreach (explode(' ', $headers['webhook-signature']) as $given) {
        if (hash_equals($due, $given)) return true;
    }
    return false;
}
`

const go = `package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// body: the request's bytes as they came, before any parsing
func isFromSignet(secret string, header http.Header, body []byte) bool {
	id, at := header.Get("webhook-id"), header.Get("webhook-timestamp")
	seconds, err := strconv.ParseInt(at, 10, 64)
	if err != nil || time.Since(time.Unix(seconds, 0)).Abs() >= 5*time.Minute {
		return false
	}
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
	if err != nil {
		return false
	}
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(id + "." + at + "."))
	mac.Write(body)
	due := "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil))
	for _, given := range strings.Split(header.Get("webhook-signature"), " ") {
		if hmac.Equal([]byte(given), []byte(due)) {
			return true
		}
	}
	return false
}
`

const curl = `# What the signature must be, of a request that you kept: its body in the file body.json
KEY=$(printf %s "\${SECRET#whsec_}" | base64 -d | od -An -tx1 | tr -d ' \\n')
printf 'v1,'
{ printf %s. "$WEBHOOK_ID" "$WEBHOOK_TIMESTAMP"; cat body.json; } |
  openssl dgst -sha256 -mac HMAC -macopt "hexkey:$KEY" -binary | base64
`

export const SNIPPETS = { node, python, php, go, curl } as const

export type SnippetLanguage = keyof typeof SNIPPETS

export const SNIPPET_LANGUAGES = { node: 'Node.js', python: 'Python', php: 'PHP', go: 'Go', curl: 'curl' } as const satisfies Record<
  SnippetLanguage,
  string
>
