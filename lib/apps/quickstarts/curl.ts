import { lines, type Quickstart, type QuickstartValues } from './code'

const shell = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`

export function curlQuickstart({ issuer, clientId, redirectUri, scope, hasSecret }: QuickstartValues): Quickstart {
  const query = new URLSearchParams({ response_type: 'code', client_id: clientId, redirect_uri: redirectUri, scope })
  return {
    install: null,
    file: 'sign-in.sh',
    run: 'bash sign-in.sh',
    code: lines(
      '# 1. A secret verifier for this sign-in, its challenge, and a state (RFC 7636)',
      `VERIFIER=$(openssl rand -base64 48 | tr '/+' '_-')`,
      'CHALLENGE=$(printf %s "$VERIFIER" | openssl dgst -sha256 -binary |',
      `  openssl base64 -A | tr '/+' '_-' | tr -d =)`,
      'STATE=$(openssl rand -hex 16)',
      '',
      '# 2. Open this address in a browser, log in and allow',
      `echo ${shell(`${issuer}/oauth2/auth?${query}`)}"&state=$STATE&code_challenge=$CHALLENGE&code_challenge_method=S256"`,
      '',
      '# 3. Copy the code out of the address you end at. It is good once, for one minute',
      `read -r -p 'code: ' CODE`,
      `TOKENS=$(curl -sS ${shell(`${issuer}/oauth2/token`)} \\`,
      hasSecret ? `  -u ${shell(clientId)}:"$CLIENT_SECRET" \\` : `  -d client_id=${shell(clientId)} \\`,
      '  -d grant_type=authorization_code --data-urlencode "code=$CODE" \\',
      `  --data-urlencode redirect_uri=${shell(redirectUri)} \\`,
      '  -d "code_verifier=$VERIFIER")',
      'echo "$TOKENS"',
      '',
      '# 4. What the person left granted',
      `ACCESS_TOKEN=$(echo "$TOKENS" | sed -n 's/.*"access_token":"\\([^"]*\\)".*/\\1/p')`,
      `curl -sS ${shell(`${issuer}/oauth2/userinfo`)} -H "Authorization: Bearer $ACCESS_TOKEN"`,
    ),
  }
}
