import { Button } from '@mantine/core'
import { IconDeviceDesktop } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { toastSuccess } from '../../../ui/toast.ts'
import { pushProblem, subscribeBrowser } from '../subscribe-browser.ts'
import type { AddChannelProps, ChannelView } from './channel-view.ts'

function Add({ isBusy, send, onAdded }: AddChannelProps): ReactElement {
  const add = (): Promise<void> =>
    send(async () => {
      await subscribeBrowser()
      await onAdded()
      toastSuccess('Push notifications are on in this browser')
    })
  return (
    <Button
      size="sm"
      variant="default"
      leftSection={<IconDeviceDesktop size={15} aria-hidden />}
      disabled={pushProblem() !== null}
      loading={isBusy}
      onClick={() => void add()}
    >
      Push to this browser
    </Button>
  )
}

export const pushChannel: ChannelView = { title: 'Push', Icon: IconDeviceDesktop, Add, problem: pushProblem }
