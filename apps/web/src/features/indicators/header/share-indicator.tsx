import { Button, Menu } from '@mantine/core'
import type { Indicator } from '@tradeloom/contracts'
import { IconShare3 } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { toastSuccess } from '../../../ui/toast.ts'
import { useUpdateIndicator } from '../use-update-indicator.ts'

/** An indicator has no versions: sharing is on or off, and saving changes what others see. */
export function ShareIndicator({ indicator }: { readonly indicator: Indicator }): ReactElement {
  const { name, shared } = indicator
  const update = useUpdateIndicator(indicator, {
    onDone: (now) => toastSuccess(now.shared ? `${name} is shared` : `${name} is no longer shared`),
    failure: shared ? 'Error turning sharing on or off' : `Error sharing ${name}`,
  })
  return (
    <Menu position="bottom-end" width={290}>
      <Menu.Target>
        <Button variant="default" leftSection={<IconShare3 size={14} aria-hidden />} loading={update.isPending}>
          Share
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label fw={400}>
          Everyone can read and clone a shared indicator, always as last saved. Algorithms that you share include copies
          of their indicators, even of unshared ones.
        </Menu.Label>
        <Menu.Divider />
        <Menu.Item onClick={() => update.mutate({ shared: !shared })}>
          {shared ? 'Stop sharing' : 'Share this indicator'}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
