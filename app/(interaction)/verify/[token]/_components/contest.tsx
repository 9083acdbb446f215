import { getTranslations } from 'next-intl/server'
import { Notice } from '#components/ui/notice'
import { contestAction } from '../actions'
import { FormButton } from './form-button'

/** For whoever owns a document that belongs to another account: the way to have that decided. */
export async function Contest({ token, hasTriedOften }: { token: string; hasTriedOften: boolean }) {
  const t = await getTranslations('verification')
  return (
    <section aria-labelledby="contest" className="mt-6 rounded-xl bg-sunken p-4">
      <h2 id="contest" className="text-lg">
        {t('contestTitle')}
      </h2>
      <p className="mb-4 mt-1.5 text-sm">{t('contestLead')}</p>
      {hasTriedOften ? (
        <Notice look="warn">{t('contestTooMany')}</Notice>
      ) : (
        <FormButton action={contestAction} token={token}>
          {t('contestStart')}
        </FormButton>
      )}
    </section>
  )
}
