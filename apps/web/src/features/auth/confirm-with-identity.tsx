import { Button, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { useSending } from '../../ui/use-sending.ts'
import { FormFailure } from '../../entities/user/form-failure.tsx'
import { goToIssuer } from '../../entities/user/go-to-issuer.ts'
import { identitiesQuery } from '../../entities/user/identities-query.ts'
import { NetworkIcon } from '../../entities/user/network-icon.tsx'

/** Shows again who is there on the page of an issuer. */
export function ConfirmWithIdentity(): ReactElement {
  const { identities = [] } = useQuery(identitiesQuery).data ?? {}
  const { isBusy, error, send } = useSending()
  const networks = new Map(identities.map(({ network, label }) => [network, label]))
  return (
    <Stack gap="xs">
      <FormFailure text={error} />
      {[...networks].map(([network, label]) => (
        <Button
          key={network}
          variant="default"
          size="sm"
          loading={isBusy}
          leftSection={<NetworkIcon network={network} />}
          onClick={() => void send(() => goToIssuer(network, 'confirm'))}
        >
          Sign in with {label} again
        </Button>
      ))}
    </Stack>
  )
}
