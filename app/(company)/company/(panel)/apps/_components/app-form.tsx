'use client'

import { useTranslations } from 'next-intl'
import { Fragment, type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import type { FormAnswer } from '#components/ui/action-form'
import { Button } from '#components/ui/button'
import { Field } from '#components/ui/field'
import { GuardUnsaved } from '#components/ui/leave-guard'
import { Notice } from '#components/ui/notice'
import type { OwnAddresses } from '#lib/apps/own-addresses'
import { isPublicClient } from '#lib/apps/schema'
import { type AppDraft, type DraftFaults, readDraft } from './app-draft'
import { ConsentPreview, type PreviewFrame } from './consent-preview'
import { FaceFields } from './face-fields'
import { PlatformChoice } from './platform-choice'
import { RedirectUrisField } from './redirect-uris-field'
import { type CatalogScope, ScopeChoices } from './scope-choices'
import { Switches } from './switches'

const EXAMPLE = {
  confidential: 'https://app.example/callback',
  public: 'https://app.example/callback',
  spa: 'https://app.example/callback',
  mobile: 'com.example.app:/callback',
  native: 'http://127.0.0.1:8400/callback',
}

export type FormFrame = {
  catalog: CatalogScope[]
  frame: PreviewFrame
  own: OwnAddresses
  /** Brings back what was typed before its sender had to log in. */
  kept?: ReactNode
}

/** The fields of an app beside the consent screen they make. Fields keep what was typed, so the form works as plain HTML. */
export function AppForm(
  props: FormFrame & {
    send: (form: FormData) => void
    isPending: boolean
    submit: string
    draft: AppDraft
    faults: DraftFaults
    /** Who sits there has to say so once more before this is saved. */
    proof?: FormAnswer
    /** Fields of its own; the choice of a platform is for new apps only. */
    children?: ReactNode
    isNew?: boolean
    /** For whoever may look and not change. */
    isReadOnly?: boolean
  },
) {
  const t = useTranslations('appForm')
  const form = useRef<HTMLFormElement>(null)
  const [draft, setDraft] = useState(props.draft)
  const { clientType } = props.draft
  const readForm = useCallback(() => form.current && setDraft(readDraft(new FormData(form.current), clientType)), [clientType])
  useEffect(() => {
    // A browser may have filled fields in before this script ran; after a refusal the first wrong field takes the focus.
    readForm()
    form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [readForm])
  const hasFaults = Object.keys(props.faults).length > 0
  const isPublic = isPublicClient(draft.clientType)
  const fault = (field: keyof DraftFaults) => props.faults[field] && t(`faults.${props.faults[field]}`)
  const fields = {
    clientType: props.isNew && <PlatformChoice defaultValue={props.draft.clientType} />,
    name: (
      <Field
        label={t('name')}
        name="name"
        hint={t('nameHint')}
        error={fault('name')}
        defaultValue={props.draft.name}
        maxLength={100}
        required
        autoComplete="off"
      />
    ),
    redirectUris: (
      <RedirectUrisField
        name="redirect_uris"
        label={t('redirect')}
        hint={t('redirectHint')}
        defaultValue={props.draft.redirectUris}
        current={draft.redirectUris}
        registrant={{ isPublic, ...props.own }}
        error={fault('redirectUris')}
        placeholder={EXAMPLE[draft.clientType]}
        required
      />
    ),
    scopes: <ScopeChoices catalog={props.catalog} defaultScopes={props.draft.scopes} isPublic={isPublic} />,
    postLogoutRedirectUris: (
      <RedirectUrisField
        name="post_logout_redirect_uris"
        label={t('postLogout')}
        hint={t('postLogoutHint')}
        defaultValue={props.draft.postLogoutRedirectUris}
        current={draft.postLogoutRedirectUris}
        registrant={{ isPublic, ownOrigin: props.own.ownOrigin }}
        error={fault('postLogoutRedirectUris')}
        placeholder={EXAMPLE[draft.clientType].replace('callback', 'goodbye')}
      />
    ),
    brandColor: <FaceFields typed={props.draft} current={draft} fault={fault} />,
    // With the colour.
    tosUri: null,
    policyUri: null,
    supportUri: null,
    switches: <Switches defaultOn={props.draft.switches} />,
  } satisfies Record<keyof AppDraft, ReactNode>
  return (
    <div className="grid items-start gap-8 xl:grid-cols-[minmax(0,1fr)_20rem]">
      <form ref={form} action={props.send} method="post" onInput={readForm} className="grid gap-7">
        <GuardUnsaved refused={hasFaults ? props.faults : (props.proof ?? null)} />
        {props.kept}
        {hasFaults && <Notice look="danger">{t('faults.summary')}</Notice>}
        {props.proof && <Notice look={props.proof.look}>{props.proof.message}</Notice>}
        {props.proof?.ask?.map((field) => (
          <Field key={field.name} {...field} autoFocus />
        ))}
        {props.children}
        <fieldset disabled={props.isReadOnly} className="grid min-w-0 gap-7">
          {Object.entries(fields).map(([name, field]) => (
            <Fragment key={name}>{field}</Fragment>
          ))}
        </fieldset>
        {!props.isReadOnly && (
          <Button type="submit" disabled={props.isPending} aria-busy={props.isPending} className="ends-sheet [--behind:var(--ground)]">
            {props.submit}
          </Button>
        )}
      </form>
      <ConsentPreview draft={draft} catalog={props.catalog} frame={props.frame} />
    </div>
  )
}
