import type { RetentionKind } from '@tradeloom/contracts'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

export const USERS_A_PAGE = 50

export const usersQuery = (search: string, page: number) =>
  queryOptions({
    queryKey: ['admin', 'users', search, page],
    queryFn: ({ signal }) =>
      call('listUsers', { query: { search, limit: USERS_A_PAGE, offset: page * USERS_A_PAGE }, signal }),
    placeholderData: keepPreviousData,
  })

export const userQuery = (id: string) =>
  queryOptions({
    queryKey: ['admin', 'users', 'one', id],
    queryFn: ({ signal }) => call('getUserDetail', { params: { id }, signal }),
  })

export const outboxQuery = queryOptions({
  queryKey: ['admin', 'outbox'],
  queryFn: ({ signal }) => call('listOutbox', { signal }),
  refetchInterval: 10_000,
})

export const masterKeyQuery = queryOptions({
  queryKey: ['admin', 'master-key'],
  queryFn: ({ signal }) => call('masterKeyState', { signal }),
})

export const issuersQuery = queryOptions({
  queryKey: ['admin', 'issuers'],
  queryFn: ({ signal }) => call('listIssuers', { signal }),
})

const LINES_A_PAGE = 100

export const auditQuery = (user: string) =>
  infiniteQueryOptions({
    queryKey: ['admin', 'audit', user],
    queryFn: ({ signal, pageParam: before }) =>
      call('listAudit', { query: { user: user === '' ? undefined : user, before, limit: LINES_A_PAGE }, signal }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (lines) => (lines.length < LINES_A_PAGE ? undefined : lines.at(-1)?.n),
  })

/** Ages and budgets change all the time. */
export const venuesQuery = queryOptions({
  queryKey: ['admin', 'venues'],
  queryFn: ({ signal }) => call('listVenues', { signal }),
  refetchInterval: 2_000,
})

export const userPaymentQuery = (id: string) =>
  queryOptions({
    queryKey: ['admin', 'payment', id],
    queryFn: ({ signal }) => call('getUserPayment', { params: { id }, signal }),
  })

export const paymentStateQuery = queryOptions({
  queryKey: ['admin', 'payments'],
  queryFn: ({ signal }) => call('getPaymentState', { signal }),
})

export const masterKeysQuery = queryOptions({
  queryKey: ['admin', 'master-keys'],
  queryFn: ({ signal }) => call('listMasterKeys', { signal }),
})

/** A backup takes seconds to minutes. */
const WORK_MS = 1_000

export const backupsQuery = queryOptions({
  queryKey: ['admin', 'backups'],
  queryFn: ({ signal }) => call('getBackups', { signal }),
  refetchInterval: ({ state }) => (state.data?.work === 'none' ? 30_000 : WORK_MS),
})

export const storageQuery = queryOptions({
  queryKey: ['admin', 'storage'],
  queryFn: ({ signal }) => call('getStorage', { signal }),
  refetchInterval: 30_000,
})

/** What would be deleted at once. */
export const deletionsQuery = (kind: RetentionKind, days: number) =>
  queryOptions({
    queryKey: ['admin', 'deletions', kind, days],
    queryFn: ({ signal }) => call('previewRetention', { query: { kind, days }, signal }),
    retry: false,
  })

const CUSTOMERS_A_PAGE = 50

export const customersQuery = infiniteQueryOptions({
  queryKey: ['admin', 'customers'],
  queryFn: ({ signal, pageParam: offset }) =>
    call('listCustomers', { query: { limit: CUSTOMERS_A_PAGE, offset }, signal }),
  initialPageParam: 0,
  getNextPageParam: (rows, pages) => (rows.length < CUSTOMERS_A_PAGE ? undefined : pages.length * CUSTOMERS_A_PAGE),
})
