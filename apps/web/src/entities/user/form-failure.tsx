import { Alert } from '@mantine/core'
import type { ReactElement } from 'react'

/** An error of the server that belongs to no field. */
export function FormFailure({ text }: { readonly text: string | null }): ReactElement | null {
  if (text === null) return null
  return (
    <Alert color="red" variant="light" role="alert">
      {text}
    </Alert>
  )
}
