import type { Reply } from '../../api/call.ts'
import { NOTHING } from '../../ui/format.ts'
import type { Column } from '../../ui/table-column.ts'
import { methodText } from '../../entities/user/method-text.ts'
import { ClockTime } from '../../entities/settings/clock-time.tsx'

export type UserDetail = Reply<'getUserDetail'>

type Row<Name extends 'logins' | 'identities' | 'keys' | 'sessions'> = UserDetail[Name][number]

const TIME = 135

export const LOGIN_COLUMNS: Column<Row<'logins'>>[] = [
  { id: 'browser', header: 'Browser', width: 190, cell: ({ browser }) => browser },
  { id: 'address', header: 'Address', width: 150, cell: ({ address }) => address || NOTHING },
  { id: 'method', header: 'With', width: 190, cell: ({ method }) => methodText(method) },
  { id: 'since', header: 'Since', width: TIME, cell: ({ since }) => <ClockTime time={since} /> },
  { id: 'used', header: 'Last used', width: TIME, cell: ({ lastUsed }) => <ClockTime time={lastUsed} /> },
]

export const IDENTITY_COLUMNS: Column<Row<'identities'>>[] = [
  { id: 'label', header: 'Issuer', width: 150, cell: ({ label }) => label },
  { id: 'email', header: 'Email', width: 230, cell: ({ email }) => email ?? NOTHING },
  { id: 'linked', header: 'Connected', width: TIME, cell: ({ linked }) => <ClockTime time={linked} /> },
  { id: 'used', header: 'Last used', width: TIME, cell: ({ lastUsed }) => <ClockTime time={lastUsed} /> },
]

export const KEY_COLUMNS: Column<Row<'keys'>>[] = [
  { id: 'label', header: 'Label', width: 190, cell: ({ label }) => label },
  { id: 'key', header: 'Key', width: 200, cell: ({ key }) => key },
  { id: 'scopes', header: 'May', width: 150, cell: ({ scopes }) => scopes.join(', ') },
  { id: 'expires', header: 'Ends', width: TIME, cell: ({ expires }) => <ClockTime time={expires} /> },
  { id: 'used', header: 'Last used', width: TIME, cell: ({ lastUsed }) => <ClockTime time={lastUsed} /> },
]

export const SESSION_COLUMNS: Column<Row<'sessions'>>[] = [
  { id: 'algorithm', header: 'Algorithm', width: 220, cell: ({ algorithm }) => algorithm },
  { id: 'instrument', header: 'Instrument', width: 150, cell: ({ instrumentId }) => instrumentId },
  { id: 'status', header: 'Status', width: 100, cell: ({ status }) => status },
  { id: 'started', header: 'Started', width: TIME, cell: ({ started }) => <ClockTime time={started} /> },
  { id: 'stopped', header: 'Stopped', width: TIME, cell: ({ stopped }) => <ClockTime time={stopped} /> },
]
