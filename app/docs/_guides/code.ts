import type { GuideName } from './guides'

type Sample = { title: string; code: (issuer: string) => string }

/** Code beside the sections of a guide, by the id of the section. */
export const CODE: Partial<Record<GuideName, Record<string, Sample>>> = {
  advanced: {
    par: {
      title: 'POST /oauth2/par',
      code: (issuer) => `curl ${issuer}/oauth2/par -u "$CLIENT_ID:$CLIENT_SECRET" \\
  -d response_type=code -d scope="openid email" -d state="$STATE" \\
  --data-urlencode redirect_uri=https://shop.example/callback \\
  -d code_challenge="$CHALLENGE" -d code_challenge_method=S256
# {"request_uri": "urn:ietf:params:oauth:request_uri:…", "expires_in": 60}

# then send the browser to
# ${issuer}/oauth2/auth?client_id=$CLIENT_ID&request_uri=…`,
    },
    acr: { title: 'GET /oauth2/auth', code: () => 'acr_values=urn:signet:assurance:person urn:signet:assurance:page' },
  },
  testMode: {
    keys: {
      title: 'GET /api/v1/me',
      code: (issuer) => `curl ${issuer}/api/v1/me -H "Authorization: Bearer sgk_test_…"
# {"id": "cmp_…", "environment": "test", "name": "Shop", …}`,
    },
    live: {
      title: 'signet',
      code: (issuer) => `export SIGNET_URL=${issuer}
SIGNET_API_KEY=sgk_test_… npx signet export apps.json
# leave out each "client_id": it belongs to the test app
SIGNET_API_KEY=sgk_… npx signet apply apps.json`,
    },
  },
  mail: {
    domains: {
      title: 'PATCH /api/v1/apps/{id}',
      code: (issuer) => `# _signet.shop.example  TXT  "signet-app=$APP_ID"
curl -X PATCH ${issuer}/api/v1/apps/$APP_ID \\
  -H "Authorization: Bearer $SIGNET_API_KEY" -H "Content-Type: application/json" \\
  -d '{"mail_domains": ["shop.example"]}'`,
    },
  },
  sdk: {
    install: { title: 'npm', code: (issuer) => `npm install ${issuer}/docs/signet-server.tgz` },
    ask: {
      title: 'Node.js',
      code: (issuer) => `import { Signet } from '@signet/server'

const signet = new Signet({ issuer: '${issuer}', apiKey: process.env.SIGNET_API_KEY })
for await (const app of signet.list('GET /api/v1/apps')) console.log(app.name, app.client_id)`,
    },
    webhooks: {
      title: 'Node.js',
      code: () => `import { readWebhook } from '@signet/server'

const event = readWebhook({ headers: request.headers, body: rawBody }, { secret: process.env.SIGNET_WEBHOOK_SECRET })
if (event?.type === 'authorization.withdrawn') await endSessionsOf(event.data.sub)`,
    },
    refresh: {
      title: 'Node.js',
      code: (issuer) => `import { AccessEnded, AccessTokens } from '@signet/server'

const tokens = new AccessTokens({ issuer: '${issuer}', clientId, clientSecret, store, lock })
const accessToken = await tokens.get(personId) // throws AccessEnded when they have to log in again`,
    },
    program: {
      title: 'signet',
      code: (issuer) => `npx --package ${issuer}/docs/signet-server.tgz signet login ${issuer}
npx signet log --follow --failed
npx signet forward http://localhost:4000/hook
npx signet export signet.json
npx signet plan signet.json --check
npx signet apply signet.json`,
    },
  },
  libraries: {
    'auth-js': {
      title: 'auth.ts',
      code: (issuer) => `{ id: 'signet', name: 'Signet', type: 'oidc', issuer: '${issuer}', idToken: false,
  clientId: process.env.CLIENT_ID, clientSecret: process.env.CLIENT_SECRET,
  authorization: { params: { scope: 'openid given_name email' } }, checks: ['pkce', 'state', 'nonce'] }`,
    },
    passport: {
      title: 'passport-openidconnect',
      code: (issuer) => `new OpenIDConnectStrategy({ issuer: '${issuer}', skipUserProfile: false, scope: ['given_name', 'email'],
  authorizationURL: '${issuer}/oauth2/auth', tokenURL: '${issuer}/oauth2/token',
  userInfoURL: '${issuer}/oauth2/userinfo', callbackURL: '/callback',
  clientID: process.env.CLIENT_ID, clientSecret: process.env.CLIENT_SECRET }, verify)`,
    },
    aspnet: {
      title: 'Program.cs',
      code: (issuer) => `builder.Services.AddAuthentication().AddOpenIdConnect("signet", options => {
    options.Authority = "${issuer}";
    options.ClientId = builder.Configuration["Signet:ClientId"];
    options.ClientSecret = builder.Configuration["Signet:ClientSecret"];
    options.ResponseType = "code";
    options.GetClaimsFromUserInfoEndpoint = true;
    options.MapInboundClaims = false;
    options.Scope.Clear();
    foreach (var scope in new[] { "openid", "given_name", "email" }) options.Scope.Add(scope);
});`,
    },
  },
}
