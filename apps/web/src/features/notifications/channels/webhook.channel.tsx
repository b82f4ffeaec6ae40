import { Button } from '@mantine/core'
import { IconWebhook } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { AddWebhook } from '../add-webhook.tsx'
import type { AddChannelProps, ChannelView } from './channel-view.ts'

function Add({ onAdded, onShow, isShowing }: AddChannelProps): ReactElement {
  return (
    <Button
      size="sm"
      variant="default"
      leftSection={<IconWebhook size={15} aria-hidden />}
      disabled={isShowing}
      onClick={() => onShow(<AddWebhook onAdded={onAdded} onClose={() => onShow(null)} />)}
    >
      Add webhook
    </Button>
  )
}

export const webhookChannel: ChannelView = { title: 'Webhook', Icon: IconWebhook, Add }
