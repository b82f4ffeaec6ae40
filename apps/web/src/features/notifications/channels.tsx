import { Button } from '@mantine/core'
import { IconBrandTelegram, IconDeviceDesktop, IconMail, IconWebhook } from '@tabler/icons-react'
import type { NotificationSettings } from '@tradeloom/contracts'
import { Link } from '@tanstack/react-router'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactElement, useState } from 'react'
import { call } from '../../api/call.ts'
import { LinkToCopy } from '../../ui/link-to-copy.tsx'
import { toastSuccess } from '../../ui/toast.ts'
import { useSending } from '../../ui/use-sending.ts'
import { FormFailure } from '../../entities/user/form-failure.tsx'
import { AddWebhook } from './add-webhook.tsx'
import { ChannelItem } from './channel-item.tsx'
import classes from './notification-settings.module.css'
import { notificationSettingsQuery } from './notifications-queries.ts'
import { pushProblem, subscribeBrowser } from './subscribe-browser.ts'

/** Where the user can be told, and how to add more. */
export function Channels({ settings }: { readonly settings: NotificationSettings }): ReactElement {
  const client = useQueryClient()
  const { isBusy, error, send } = useSending()
  const [isAdding, setAdding] = useState(false)
  const [link, setLink] = useState<string | null>(null)
  const changed = (): Promise<void> => client.invalidateQueries({ queryKey: notificationSettingsQuery.queryKey })
  const noPush = pushProblem()
  const addBrowser = (): Promise<void> =>
    send(async () => {
      await subscribeBrowser()
      await changed()
      toastSuccess('Pushes come to this browser')
    })
  const addChat = (): Promise<void> =>
    send(async () => setLink((await call('addNotificationChannel', { body: { kind: 'telegram' } })).link))
  return (
    <section className={classes['section']} aria-labelledby="channels">
      <h3 id="channels">Channels</h3>
      <FormFailure text={error} />
      <ul className={classes['list']}>
        <Email email={settings.email} />
        {settings.channels.map((channel) => (
          <ChannelItem key={channel.id} channel={channel} onChanged={changed} />
        ))}
      </ul>
      {isAdding ? <AddWebhook onAdded={changed} onClose={() => setAdding(false)} /> : null}
      {link === null ? null : (
        <div className={classes['added']}>
          <p className={classes['note']}>
            <a href={link} target="_blank" rel="noreferrer" className="underlined">
              Open the chat with the bot
            </a>{' '}
            and press Start there. The link works for an hour.
          </p>
          <LinkToCopy label="For another device" link={link} />
          <div>
            <Button
              size="sm"
              variant="default"
              onClick={() => {
                setLink(null)
                void changed()
              }}
            >
              Done
            </Button>
          </div>
        </div>
      )}
      <div className={classes['actions']}>
        <Button
          size="sm"
          variant="default"
          leftSection={<IconDeviceDesktop size={15} aria-hidden />}
          disabled={noPush !== null}
          loading={isBusy}
          onClick={() => void addBrowser()}
        >
          Push to this browser
        </Button>
        <Button
          size="sm"
          variant="default"
          leftSection={<IconWebhook size={15} aria-hidden />}
          disabled={isAdding}
          onClick={() => setAdding(true)}
        >
          Add webhook
        </Button>
        {settings.telegramBot === null ? null : (
          <Button
            size="sm"
            variant="default"
            leftSection={<IconBrandTelegram size={15} aria-hidden />}
            loading={isBusy}
            onClick={() => void addChat()}
          >
            Link Telegram
          </Button>
        )}
      </div>
      {noPush === null ? null : <p className={classes['note']}>{noPush}</p>}
    </section>
  )
}

function Email({ email: { address, state } }: Pick<NotificationSettings, 'email'>): ReactElement {
  return (
    <li className={classes['item']}>
      <IconMail size={20} stroke={1.5} aria-hidden />
      <span className={classes['main']}>
        <strong>Mail</strong>
        <span>{address}</span>
      </span>
      {state === 'on' ? null : (
        <span className={classes['facts']}>
          {state === 'off' ? (
            <span>This installation sends no mail.</span>
          ) : (
            <span>
              Confirm the address under{' '}
              <Link
                to="."
                search={((known: object) => ({ ...known, settings: 'security' })) as never}
                className="underlined"
              >
                Security
              </Link>{' '}
              first.
            </span>
          )}
        </span>
      )}
    </li>
  )
}
