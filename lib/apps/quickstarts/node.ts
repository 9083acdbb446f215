import { lines, type Quickstart, type QuickstartValues, quoted } from './code'

/** @see https://github.com/panva/openid-client */
export function nodeQuickstart({ issuer, clientId, redirectUri, scope, hasSecret }: QuickstartValues): Quickstart {
  const isPlain = issuer.startsWith('http:')
  const client = hasSecret ? 'process.env.CLIENT_SECRET' : 'undefined, oidc.None()'
  const insecure = hasSecret ? ', undefined, { execute: [oidc.allowInsecureRequests] }' : ', { execute: [oidc.allowInsecureRequests] }'
  return {
    install: 'npm install openid-client',
    file: 'sign-in.mjs',
    run: 'node sign-in.mjs',
    code: lines(
      `import { createServer } from 'node:http'`,
      `import * as oidc from 'openid-client'`,
      '',
      isPlain && '// allowInsecureRequests is for http on this machine only',
      `const signet = await oidc.discovery(new URL(${quoted(issuer)}), ${quoted(clientId)}, ${client}${isPlain ? insecure : ''})`,
      `const redirectUri = ${quoted(redirectUri)}`,
      'const { pathname, port } = new URL(redirectUri)',
      '',
      'createServer(async (request, response) => {',
      '  const url = new URL(request.url, redirectUri)',
      `  if (url.pathname === '/log-in') return begin(response)`,
      '  if (url.pathname === pathname) return finish(url, request, response)',
      '  response.writeHead(404).end()',
      '}).listen(port || 4000)',
      '',
      'async function begin(response) {',
      '  const [verifier, state, nonce] = [oidc.randomPKCECodeVerifier(), oidc.randomState(), oidc.randomNonce()]',
      '  const address = oidc.buildAuthorizationUrl(signet, {',
      '    redirect_uri: redirectUri,',
      `    scope: ${quoted(scope)},`,
      '    state,',
      '    nonce,',
      '    code_challenge: await oidc.calculatePKCECodeChallenge(verifier),',
      `    code_challenge_method: 'S256',`,
      '  })',
      '  // Only this browser can finish what it began',
      `  const begun = [verifier, state, nonce].join('.')`,
      `  const cookie = 'sign-in=' + begun + '; HttpOnly; SameSite=Lax; Max-Age=600; Path=/'`,
      `  response.writeHead(303, { Location: address.href, 'Set-Cookie': cookie }).end()`,
      '}',
      '',
      'async function finish(url, request, response) {',
      `  const [, begun = ''] = /sign-in=([^;]+)/.exec(request.headers.cookie ?? '') ?? []`,
      `  const [verifier, state, nonce] = begun.split('.')`,
      '  try {',
      '    const checks = { pkceCodeVerifier: verifier, expectedState: state, expectedNonce: nonce }',
      '    const tokens = await oidc.authorizationCodeGrant(signet, url, checks)',
      '    const person = await oidc.fetchUserInfo(signet, tokens.access_token, tokens.claims().sub)',
      `    response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(person))`,
      '  } catch (fault) {',
      `    response.writeHead(400, { 'Content-Type': 'text/plain' }).end(fault.error ?? 'The sign-in could not be finished.')`,
      '  }',
      '}',
    ),
  }
}
