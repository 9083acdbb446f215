import type { ReactNode } from 'react'
import { Button, type ButtonLook } from '#components/ui/button'

/** One button that asks for one thing, at one link. */
export function FormButton(props: {
  action: (form: FormData) => Promise<never>
  token: string
  look?: ButtonLook
  name?: string
  value?: string
  children: ReactNode
}) {
  return (
    <form action={props.action} method="post" className="grid">
      <input type="hidden" name="token" value={props.token} />
      <Button type="submit" look={props.look} name={props.name} value={props.value}>
        {props.children}
      </Button>
    </form>
  )
}
