import { Button } from '@mantine/core'
import { IconBrandTelegram } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { call } from '../../../api/call.ts'
import { LinkToCopy } from '../../../ui/link-to-copy.tsx'
import section from '../../../ui/settings-section.module.css'
import classes from '../notification-settings.module.css'
import type { AddChannelProps, ChannelView } from './channel-view.ts'

function Add({ settings, isBusy, send, onAdded, onShow }: AddChannelProps): ReactElement | null {
  if (settings.telegramBot === null) return null
  const done = (): void => {
    onShow(null)
    void onAdded()
  }
  const add = (): Promise<void> =>
    send(async () => {
      const { link } = await call('addNotificationChannel', { body: { kind: 'telegram' } })
      onShow(link === null ? null : <ChatLink link={link} onDone={done} />)
    })
  return (
    <Button
      size="sm"
      variant="default"
      leftSection={<IconBrandTelegram size={15} aria-hidden />}
      loading={isBusy}
      onClick={() => void add()}
    >
      Link Telegram
    </Button>
  )
}

function ChatLink({ link, onDone }: { readonly link: string; readonly onDone: () => void }): ReactElement {
  return (
    <div className={classes['added']}>
      <p className={section['note']}>
        <a href={link} target="_blank" rel="noreferrer" className="underlined">
          Open the chat with the bot
        </a>{' '}
        and press Start there. The link works for an hour.
      </p>
      <LinkToCopy label="For another device" link={link} />
      <div>
        <Button size="sm" variant="default" onClick={onDone}>
          Done
        </Button>
      </div>
    </div>
  )
}

export const telegramChannel: ChannelView = { title: 'Telegram', Icon: IconBrandTelegram, Add }
