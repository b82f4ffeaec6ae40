import { Button, Divider, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { useAuthPrompt } from '../../entities/user/auth-prompt.ts'
import { bootstrapQuery } from '../../entities/user/bootstrap-query.ts'
import { NetworkIcon } from '../../entities/user/network-icon.tsx'

/** Sign-in with issuers that the operator has set up; nothing where there are none. */
export function NetworkButtons({ hasDivider = false }: { readonly hasDivider?: boolean }): ReactElement | null {
  const networks = useQuery(bootstrapQuery).data?.networks ?? []
  const invitation = useAuthPrompt((state) => state.invitation)
  if (networks.length === 0) return null
  const query = new URLSearchParams({ return: location.pathname + location.search })
  if (invitation !== null) query.set('invitation', invitation)
  return (
    <>
      {hasDivider ? <Divider label="or" /> : null}
      <Stack gap="xs">
        {networks.map(({ network, label }) => (
          <Button
            key={network}
            component="a"
            href={`/oauth/${network}/start?${query}`}
            variant="default"
            size="sm"
            leftSection={<NetworkIcon network={network} />}
          >
            Continue with {label}
          </Button>
        ))}
      </Stack>
    </>
  )
}
