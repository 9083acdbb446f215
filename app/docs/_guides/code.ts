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
    people: {
      title: 'Playwright',
      code: () => `import { readFileSync } from 'node:fs'

const devTools = await page.context().newCDPSession(page)
await devTools.send('WebAuthn.enable')
const { authenticatorId } = await devTools.send('WebAuthn.addVirtualAuthenticator', {
  options: { protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true, isUserVerified: true },
})
const credential = JSON.parse(readFileSync('passkey.json', 'utf8'))
await devTools.send('WebAuthn.addCredential', { authenticatorId, credential })`,
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
  authorization: { params: { scope: 'openid given_name email' } }, checks: ['pkce', 'state', 'nonce'],
  profile: ({ sub, given_name, email }) => ({ id: sub, name: given_name, email }) }`,
    },
    passport: {
      title: 'passport-openidconnect',
      code: (issuer) => `new OpenIDConnectStrategy({ issuer: '${issuer}', skipUserProfile: false, scope: ['given_name', 'email'],
  authorizationURL: '${issuer}/oauth2/auth', tokenURL: '${issuer}/oauth2/token',
  userInfoURL: '${issuer}/oauth2/userinfo', callbackURL: '/callback',
  clientID: process.env.CLIENT_ID, clientSecret: process.env.CLIENT_SECRET }, verify)`,
    },
    authlib: {
      title: 'Flask',
      code: (issuer) => `signet = OAuth(app).register('signet', client_id=os.environ['CLIENT_ID'], client_secret=os.environ['CLIENT_SECRET'],
    server_metadata_url='${issuer}/.well-known/openid-configuration',
    client_kwargs={'scope': 'openid given_name email', 'code_challenge_method': 'S256'})`,
    },
    spring: {
      title: 'application.yaml, SecurityConfig.java',
      code: (issuer) => `spring.security.oauth2.client:
  provider.signet.issuer-uri: ${issuer}
  registration.signet:
    client-id: \${CLIENT_ID}
    client-secret: \${CLIENT_SECRET}
    scope: openid, given_name, email, offline_access

// SecurityConfig.java
@Configuration
class SecurityConfig {
  @Bean
  SecurityFilterChain pages(HttpSecurity http, ClientRegistrationRepository clients) throws Exception {
    var requests = new DefaultOAuth2AuthorizationRequestResolver(clients, "/oauth2/authorization");
    requests.setAuthorizationRequestCustomizer(OAuth2AuthorizationRequestCustomizers.withPkce()
        .andThen(request -> request.additionalParameters(more -> more.put("prompt", "consent"))));
    var people = new OidcUserService();
    people.setRetrieveUserInfo(request -> true);
    return http.authorizeHttpRequests(pages -> pages.anyRequest().authenticated())
        .oauth2Login(login -> login.authorizationEndpoint(at -> at.authorizationRequestResolver(requests))
            .userInfoEndpoint(at -> at.oidcUserService(people)))
        .build();
  }
}`,
    },
    omniauth: {
      title: 'config.ru',
      code: (issuer) => `SWD.url_builder = URI::HTTP # on your own machine alone

use OmniAuth::Builder do
  provider :openid_connect, issuer: '${issuer}', discovery: true, scope: [:openid, :given_name, :email],
    client_options: { identifier: ENV['CLIENT_ID'], secret: ENV['CLIENT_SECRET'],
                      redirect_uri: 'https://shop.example/auth/openid_connect/callback' }
end`,
    },
    apache: {
      title: 'httpd.conf',
      code: (issuer) => `OIDCProviderMetadataURL ${issuer}/.well-known/openid-configuration
OIDCClientID \${CLIENT_ID}
OIDCClientSecret \${CLIENT_SECRET}
OIDCRedirectURI https://shop.example/callback
OIDCCryptoPassphrase "\${SESSION_SECRET}"
OIDCScope "openid given_name email"
OIDCPKCEMethod S256
OIDCUserInfoRefreshInterval 60
<Location />
  AuthType openid-connect
  Require valid-user
</Location>`,
    },
    'go-oidc': {
      title: 'Go',
      code: (issuer) => `var provider, _ = oidc.NewProvider(context.Background(), "${issuer}")

var client = oauth2.Config{
	ClientID: os.Getenv("CLIENT_ID"), ClientSecret: os.Getenv("CLIENT_SECRET"), Endpoint: provider.Endpoint(),
	RedirectURL: "https://shop.example/callback", Scopes: []string{"openid", "given_name", "email"},
}

func begin(state, nonce, verifier string) string {
	return client.AuthCodeURL(state, oidc.Nonce(nonce), oauth2.S256ChallengeOption(verifier))
}

func finish(ctx context.Context, code, nonce, verifier string) (*oidc.UserInfo, error) {
	tokens, err := client.Exchange(ctx, code, oauth2.VerifierOption(verifier))
	if err != nil {
		return nil, err
	}
	raw, _ := tokens.Extra("id_token").(string)
	idToken, err := provider.Verifier(&oidc.Config{ClientID: client.ClientID}).Verify(ctx, raw)
	if err != nil || idToken.Nonce != nonce {
		return nil, errors.New("this is no answer to that sign-in")
	}
	return provider.UserInfo(ctx, oauth2.StaticTokenSource(tokens))
}`,
    },
    native: {
      title: 'AppAuth-JS',
      code: (issuer) => `import * as appauth from '@openid/appauth'
import { NodeBasedHandler, NodeCrypto, NodeRequestor } from '@openid/appauth/built/src/node_support'

const callback = 'https://shop.example/callback' // http://localhost with its exact port, or com.example.app:/callback
const requestor = new NodeRequestor()
const signet = await appauth.AuthorizationServiceConfiguration.fetchFromIssuer('${issuer}', requestor)
const request = new appauth.AuthorizationRequest({ client_id: process.env.CLIENT_ID, redirect_uri: callback,
  scope: 'openid given_name email', response_type: appauth.AuthorizationRequest.RESPONSE_TYPE_CODE }, new NodeCrypto())

const browser = new NodeBasedHandler(Number(new URL(callback).port))
const back = new appauth.AuthorizationNotifier()
browser.setAuthorizationNotifier(back)
back.setAuthorizationListener(async (asked, answer, fault) => {
  if (fault || answer.state !== request.state) throw new Error(fault?.error ?? 'this is no answer to that sign-in')
  const tokens = await new appauth.BaseTokenRequestHandler(requestor).performTokenRequest(signet, new appauth.TokenRequest({
    client_id: process.env.CLIENT_ID, redirect_uri: callback, grant_type: appauth.GRANT_TYPE_AUTHORIZATION_CODE,
    code: answer.code, extras: { code_verifier: asked.internal.code_verifier } }))
  const person = await fetch(signet.userInfoEndpoint, { headers: { authorization: \`Bearer \${tokens.accessToken}\` } })
  console.log(await person.json())
})
browser.performAuthorizationRequest(signet, request)`,
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
