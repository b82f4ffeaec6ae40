import { Alert } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactElement } from 'react'

interface FailureAlertProps {
  /** Why a request was not carried out; null if nothing has failed. */
  readonly failure: string | null
}

export function FailureAlert({ failure }: FailureAlertProps): ReactElement | null {
  if (failure === null) return null
  return (
    <Alert role="alert" color="red" icon={<IconAlertTriangle size={16} aria-hidden />}>
      {failure}
    </Alert>
  )
}
