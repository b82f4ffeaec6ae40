import type { MasterKeys } from '@tradeloom/contracts'
import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import badges from '../../ui/badges.module.css'
import { formatPlain } from '../../ui/format.ts'
import { Panel } from '../../ui/panel.tsx'
import { Stat, StatList } from '../../ui/stat.tsx'
import { EmptyState, ErrorState, LoadingRows } from '../../ui/states.tsx'
import { ClockTime } from '../../entities/settings/clock-time.tsx'
import { AdminPage } from './admin-page.tsx'
import { masterKeysQuery } from './admin-queries.ts'
import { TerminalCommands } from './terminal-commands.tsx'

/** Enough of a fingerprint to tell keys apart. */
const SHOWN = 16

/** The key that all secrets are sealed under: whether it can be lost, and what is done about it in the terminal. */
export function MasterKeysPage(): ReactElement {
  return <AdminPage title="Master key">{() => <Keys />}</AdminPage>
}

function Keys(): ReactElement {
  const { data, error, refetch } = useQuery(masterKeysQuery)
  if (data === undefined) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LoadingRows />
  if (data.keys.length === 0) {
    return (
      <EmptyState
        title="There is no master key yet"
        text="It is created with the first secret, such as an exchange key or a second factor."
      />
    )
  }
  return (
    <>
      {data.keys.map((key) => (
        <OneKey key={key.fingerprint} one={key} isProvided={data.isProvided} />
      ))}
      <Sealed sealed={data.sealed} />
      <TerminalCommands
        commands={{
          'Print it, to keep on paper': 'tradeloom key export',
          'Write it again from paper': 'tradeloom key restore',
          'Replace it, and seal everything again': 'tradeloom key rotate',
        }}
      />
    </>
  )
}

const STATES = { active: 'In use', next: 'Being activated', retired: 'Replaced' } as const

function OneKey({ one, isProvided }: { readonly one: MasterKeys['keys'][number]; readonly isProvided: boolean }) {
  const { fingerprint, state, created, exported } = one
  const tone = state === 'active' ? 'good' : state === 'next' ? 'warn' : undefined
  return (
    <Panel
      title="Key"
      flush
      detail={<code title={fingerprint}>{fingerprint.slice(0, SHOWN)}</code>}
      actions={
        <span className={badges['pill']} data-tone={tone}>
          {STATES[state]}
        </span>
      }
    >
      <StatList>
        <Stat label="Since" value={<ClockTime time={created} />} />
        <Stat label="On paper" value={exported === null ? 'Not printed yet' : <ClockTime time={exported} />} />
        {state === 'retired' ? null : (
          <Stat label="Kept" value={isProvided ? 'by the operator' : 'in the data folder, in no backup'} />
        )}
      </StatList>
    </Panel>
  )
}

function Sealed({ sealed }: Pick<MasterKeys, 'sealed'>): ReactElement {
  return (
    <Panel title="Sealed under it" detail="Lost without the master key" flush={sealed.length > 0}>
      {sealed.length === 0 ? (
        <p className="muted">Nothing at present.</p>
      ) : (
        <StatList>
          {sealed.map(({ holds, secrets }) => (
            <Stat key={holds} label={holds} value={formatPlain(secrets)} />
          ))}
        </StatList>
      )}
    </Panel>
  )
}
