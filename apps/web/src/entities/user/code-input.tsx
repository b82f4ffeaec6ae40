import { TextInput, type TextInputProps } from '@mantine/core'
import type { ReactElement } from 'react'

/** For codes of authenticators, and for backup codes, which are longer. */
export function CodeInput({
  isBackup = false,
  ...props
}: TextInputProps & { readonly isBackup?: boolean }): ReactElement {
  return (
    <TextInput
      label={isBackup ? 'Backup code' : 'Code'}
      description={isBackup ? 'One of the codes that you saved. It works once.' : 'From your authenticator app'}
      autoComplete={isBackup ? 'off' : 'one-time-code'}
      inputMode={isBackup ? 'text' : 'numeric'}
      spellCheck={false}
      maxLength={64}
      {...props}
    />
  )
}
