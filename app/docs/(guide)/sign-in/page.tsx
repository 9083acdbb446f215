import { getTranslations } from 'next-intl/server'
import { Notice } from '#components/ui/notice'
import { env } from '#lib/core/env'
import { ACCESS_TOKEN_SECONDS } from '#lib/oauth/lifetimes'
import { CodeBlock } from '../../_components/code-block'
import { DocPage, DocSection } from '../../_components/doc-page'
import { titled } from '../../_components/page-texts'
import { rich } from '../../_components/rich'

export const generateMetadata = titled('signIn')

// @see RFC 7636 Appendix B
const PKCE = `code_verifier   dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk
code_challenge  E9Melhoa2OwvFrEMTjguCHaoeK1t8URWbuGJSstw-cM`

const REQUEST = (issuer: string) => `${issuer}/oauth2/auth
  ?response_type=code
  &client_id=CLIENT_ID
  &redirect_uri=https%3A%2F%2Fshop.example%2Fcallback
  &scope=openid%20email
  &state=af0ifjsldkj
  &nonce=n-0S6_WzA2Mj
  &code_challenge=E9Melhoa2OwvFrEMTjguCHaoeK1t8URWbuGJSstw-cM
  &code_challenge_method=S256`

const CALLBACK = (issuer: string) => `https://shop.example/callback
  ?code=sgc_…
  &state=af0ifjsldkj
  &iss=${encodeURIComponent(issuer)}`

const EXCHANGE = (issuer: string) => `curl ${issuer}/oauth2/token \\
  -u "$CLIENT_ID:$CLIENT_SECRET" \\
  -d grant_type=authorization_code -d code=sgc_… \\
  --data-urlencode redirect_uri=https://shop.example/callback \\
  -d code_verifier=dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk`

const TOKENS = `{
  "access_token": "sga_…",
  "token_type": "Bearer",
  "expires_in": ${ACCESS_TOKEN_SECONDS},
  "id_token": "eyJ…",
  "scope": "openid email"
}`

const USERINFO = (issuer: string) => `curl ${issuer}/oauth2/userinfo -H "Authorization: Bearer $ACCESS_TOKEN"`

const LOGOUT = (issuer: string) => `${issuer}/oauth2/logout
  ?id_token_hint=eyJ…
  &post_logout_redirect_uri=https%3A%2F%2Fshop.example%2Fgoodbye
  &state=af0ifjsldkj`

export default async function SignInPage() {
  const t = await getTranslations('docsSignIn')
  const issuer = env().BASE_URL
  return (
    <DocPage page="signIn" lead={t('lead')}>
      <DocSection id="prepare" step={1} title={t('prepare')}>
        <p>{t.rich('prepareBody', rich())}</p>
        <p>{t('prepareExample')}</p>
        <CodeBlock title="PKCE, S256" code={PKCE} isPlain />
      </DocSection>
      <DocSection id="send" step={2} title={t('send')}>
        <p>{t.rich('sendBody', rich())}</p>
        <CodeBlock title="GET /oauth2/auth" code={REQUEST(issuer)} isPlain />
      </DocSection>
      <DocSection id="decide" step={3} title={t('decide')}>
        <p>{t.rich('decideBody', rich())}</p>
      </DocSection>
      <DocSection id="answer" step={4} title={t('back')}>
        <p>{t.rich('backBody', rich())}</p>
        <CodeBlock title="redirect_uri" code={CALLBACK(issuer)} isPlain />
        <p>{t.rich('backPosted', rich())}</p>
        <p>{t.rich('backApache', rich())}</p>
        <p>{t.rich('backUnverified', rich())}</p>
      </DocSection>
      <DocSection id="exchange" step={5} title={t('exchange')}>
        <p>{t.rich('exchangeBody', rich())}</p>
        <CodeBlock title="POST /oauth2/token" code={EXCHANGE(issuer)} />
        <CodeBlock title="200" code={TOKENS} />
        <Notice look="warn">{t('exchangeWarn')}</Notice>
      </DocSection>
      <DocSection id="id-token" step={6} title={t('check')}>
        <p>{t.rich('checkBody', rich())}</p>
        <p>{t.rich('checkTime', rich())}</p>
      </DocSection>
      <DocSection id="userinfo" step={7} title={t('userinfo')}>
        <p>{t('userinfoBody')}</p>
        <CodeBlock title="GET /oauth2/userinfo" code={USERINFO(issuer)} />
      </DocSection>
      <DocSection id="logout" step={8} title={t('logout')}>
        <p>{t.rich('logoutBody', rich())}</p>
        <CodeBlock title="GET /oauth2/logout" code={LOGOUT(issuer)} isPlain />
      </DocSection>
    </DocPage>
  )
}
