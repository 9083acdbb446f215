import { getTranslations } from 'next-intl/server'
import { Notice } from '#components/ui/notice'
import type { PhoneVisit } from '#lib/verifications/page/visit-verification'
import { chooseDocumentAction } from '../actions'
import { Camera } from './camera'
import type { CameraTexts } from './camera-texts'
import { FormButton } from './form-button'

const FAULTS = [
  'image_empty',
  'image_file_too_large',
  'image_type_not_supported',
  'image_animated',
  'image_too_many_pixels',
  'image_holds_another_file',
  'image_damaged',
  'busy',
  'not_waiting',
  'not_yours',
] as const

type Fault = (typeof FAULTS)[number]

const isFault = (text: string | undefined): text is Fault => (FAULTS as readonly (string | undefined)[]).includes(text)

/** The next picture: what to photograph, the camera, and a plain file field that needs neither camera nor script. */
export async function Picture({ token, visit, fault }: { token: string; visit: PhoneVisit; fault: string | undefined }) {
  const t = await getTranslations('verification')
  const kind = visit.nextPicture
  if (!kind || !visit.documentKind) return null
  const at = visit.needed.indexOf(kind) + 1
  const what =
    kind === 'turned' ? (`turned_${visit.headTurn ?? 'left'}` as const) : kind === 'document' ? (`document_${visit.documentKind}` as const) : kind
  const isFace = kind !== 'document' && kind !== 'front'
  const texts: CameraTexts = {
    open: t('cameraOpen'),
    take: t('cameraTake'),
    use: t('cameraUse'),
    again: t('cameraAgain'),
    close: t('cameraClose'),
    sending: t('cameraSending'),
    blocked: t('cameraBlocked'),
    missing: t('cameraMissing'),
    live: t('cameraLive'),
    otherWays: t('cameraOtherWays'),
    preview: t('cameraPreview'),
    file: t('file'),
    fileHint: t('fileHint'),
    send: t('fileSend'),
    hints: {
      good: t(isFace ? 'hintGoodFace' : 'hintGood'),
      hold: t('hintHold'),
      far: t(isFace ? 'hintFarFace' : 'hintFar'),
      blurry: t('hintBlurry'),
      glare: t('hintGlare'),
      dark: t('hintDark'),
    },
    faults: Object.fromEntries(FAULTS.map((code) => [code, t(`fault_${code}`)])),
    unknownFault: t('fault_unknown'),
  }
  return (
    <>
      <p className="text-sm text-soft">{t('pictureOf', { at, all: visit.needed.length })}</p>
      <h1>{t(`take_${what}`)}</h1>
      <p className="mb-5 mt-3 text-soft">{t(`lead_${what}`)}</p>
      {fault !== undefined && (
        <div className="mb-5">
          <Notice look="danger">{t(isFault(fault) ? `fault_${fault}` : 'fault_unknown')}</Notice>
        </div>
      )}
      <Camera
        key={`${kind} ${visit.progress}`}
        token={token}
        kind={kind}
        shape={isFace ? 'face' : visit.documentKind === 'card' ? 'card' : 'passport'}
        texts={texts}
      />
      <div className="mt-2 flex justify-center">
        <FormButton action={chooseDocumentAction} token={token} look="quiet">
          {t('otherDocument')}
        </FormButton>
      </div>
    </>
  )
}
