import type { NotificationSettings } from '@tradeloom/contracts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { notificationSettingsQuery, type SettingsChange } from './notifications-queries.ts'

const KEY = ['change-notification-settings']

/** Changes settings: shown at once, sent one after the other, and as they were again when the server refuses. */
export function useChangeSettings() {
  const client = useQueryClient()
  const { queryKey } = notificationSettingsQuery
  return useMutation({
    mutationKey: KEY,
    scope: { id: KEY.join() },
    mutationFn: (body: SettingsChange) => call('changeNotificationSettings', { body }),
    onMutate: (body) => {
      client.setQueryData(queryKey, (known) => known && withChange(known, body))
    },
    onSuccess: (settings) => {
      // An answer does not know of what waits behind it.
      if (client.isMutating({ mutationKey: KEY }) === 1) client.setQueryData(queryKey, settings)
    },
    onError: () => client.invalidateQueries({ queryKey }),
  })
}

function withChange(settings: NotificationSettings, { kinds = [], ...others }: SettingsChange): NotificationSettings {
  const chosen = Object.fromEntries(Object.entries(others).filter(([, value]) => value !== undefined))
  const changed = settings.kinds.map((one) => {
    const own = kinds.filter(({ kind }) => kind === one.kind)
    return own.reduce(({ channels, ...rest }, { channel, isOn }) => {
      const left = channels.filter((other) => other !== channel)
      return { ...rest, channels: isOn ? [...left, channel] : left }
    }, one)
  })
  return { ...settings, ...chosen, kinds: changed }
}
