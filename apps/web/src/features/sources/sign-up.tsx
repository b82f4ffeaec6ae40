import { Text } from '@mantine/core'
import type { SourceProviderInfo } from '@tradeloom/contracts'
import type { ReactElement } from 'react'

/** Where a key is given out, and what is to be known of it. */
export function SignUp({ provider }: { readonly provider: SourceProviderInfo }): ReactElement | null {
  const { signUp, title } = provider
  if (signUp === null) return null
  return (
    <Text size="sm" c="dimmed">
      {signUp.note === null ? null : `${signUp.note} `}
      <a href={signUp.url} target="_blank" rel="noreferrer" className="underlined">
        Get a key from {title}
      </a>
    </Text>
  )
}
