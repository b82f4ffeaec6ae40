import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { call, type CallInput } from '../../api/call.ts'

const PAGE = 30

export const notificationsQuery = infiniteQueryOptions({
  queryKey: ['notifications'],
  queryFn: ({ signal, pageParam }) =>
    call('listNotifications', { signal, query: { limit: PAGE, ...(pageParam === '' ? {} : { before: pageParam }) } }),
  initialPageParam: '',
  getNextPageParam: ({ hasMore, notifications }) => (hasMore ? notifications.at(-1)?.id : undefined),
})

export const notificationSettingsQuery = queryOptions({
  queryKey: ['notification-settings'],
  queryFn: ({ signal }) => call('getNotificationSettings', { signal }),
})

export type SettingsChange = CallInput<'changeNotificationSettings'>['body']
