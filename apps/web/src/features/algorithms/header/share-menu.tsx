import { Button, Menu } from '@mantine/core'
import type { Algorithm } from '@tradeloom/contracts'
import { IconShare3 } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { toastSuccess } from '../../../ui/toast.ts'
import { useUpdateAlgorithm } from './use-update-algorithm.ts'

/**
 * Not shared: offers to share the current version, the current and all new ones, or only new ones. Shared: offers to
 * turn automatic sharing on or off, or to stop sharing.
 */
export function ShareMenu({ algorithm }: { readonly algorithm: Algorithm }): ReactElement {
  const { name, shared, shareNew, latestVersion } = algorithm
  const update = useUpdateAlgorithm(
    algorithm,
    (now) => {
      if (now.shared !== shared) toastSuccess(now.shared ? `${name} is shared` : `${name} is no longer shared`)
      else if (now.shareNew !== shareNew) toastSuccess(now.shareNew ? 'Auto sharing is on' : 'Auto sharing is off')
    },
    shared ? 'Error turning sharing on or off' : `Error sharing ${name}`,
  )
  const hasVersion = latestVersion !== null
  return (
    <Menu position="bottom-end" width={310} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <Button variant="default" leftSection={<IconShare3 size={14} aria-hidden />} loading={update.isPending}>
          Share
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label fw={400}>
          Everyone can read and clone shared versions. Your backtests of shared versions become public too: settings,
          results, positions and log.
        </Menu.Label>
        <Menu.Divider />
        {shared ? null : (
          <>
            <Menu.Item disabled={!hasVersion} onClick={() => update.mutate({ shared: true, shareNew: true })}>
              Share current version and turn on sharing
            </Menu.Item>
            <Menu.Item disabled={!hasVersion} onClick={() => update.mutate({ shared: true, shareNew: false })}>
              Share current version only
            </Menu.Item>
          </>
        )}
        {shareNew ? (
          <Menu.Item onClick={() => update.mutate({ shareNew: false })}>Turn off auto sharing</Menu.Item>
        ) : (
          <Menu.Item onClick={() => update.mutate({ shareNew: true })}>
            {shared ? 'Turn on auto sharing' : 'Turn on sharing for new versions only'}
          </Menu.Item>
        )}
        {shared ? (
          <Menu.Item onClick={() => update.mutate({ shared: false, shareNew: false })}>Stop sharing</Menu.Item>
        ) : null}
      </Menu.Dropdown>
    </Menu>
  )
}
