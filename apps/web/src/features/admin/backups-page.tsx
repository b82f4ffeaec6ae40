import { Button } from '@mantine/core'
import type { BackupState, OffsiteState, ViewedBackup } from '@tradeloom/contracts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Fragment, type ReactElement } from 'react'
import { errorText } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import badges from '../../ui/badges.module.css'
import { Banner } from '../../ui/banner.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { formatBytes, formatCount, formatDuration } from '../../ui/format.ts'
import { Panel, PanelNote } from '../../ui/panel.tsx'
import { Stat, StatList } from '../../ui/stat.tsx'
import { EmptyState, ErrorState, LoadingRows } from '../../ui/states.tsx'
import type { Column } from '../../ui/table-column.ts'
import { toastError } from '../../ui/toast.ts'
import { ClockTime } from '../../entities/settings/clock-time.tsx'
import { AdminPage } from './admin-page.tsx'
import { backupsQuery } from './admin-queries.ts'
import classes from './backups-page.module.css'
import { TerminalCommands } from './terminal-commands.tsx'

/** What is being done. */
const WORK: Readonly<Partial<Record<BackupState['work'], string>>> = {
  'backing-up': 'Another backup is running …',
  verifying: 'A backup is being restored to verify it …',
  uploading: 'A backup is being uploaded …',
  'verifying-offsite': 'A backup is being restored from the store to verify it …',
}

/** Whether this installation could be brought back: its backups, when the next one is due, and what a restore of each found. */
export function BackupsPage(): ReactElement {
  return (
    <AdminPage
      title="Backups"
      actions={
        <>
          <Button component={Link} to="/admin/emergency-kit" variant="default">
            Emergency kit
          </Button>
          <BackUpNow />
        </>
      }
    >
      {() => <Backups />}
    </AdminPage>
  )
}

function useBackupCall(perform: () => Promise<BackupState>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: perform,
    onSuccess: (state) => client.setQueryData(backupsQuery.queryKey, state),
    onError: (problem) => toastError(errorText(problem), 'backups'),
  })
}

function BackUpNow(): ReactElement {
  const work = useQuery(backupsQuery).data?.work
  const asking = useBackupCall(() => call('backUp', {}))
  return (
    <Button
      loading={asking.isPending || work === 'backing-up'}
      disabled={work === undefined || work === 'verifying'}
      onClick={() => asking.mutate()}
    >
      Back up now
    </Button>
  )
}

function Backups(): ReactElement {
  const { data, error, refetch } = useQuery(backupsQuery)
  if (data === undefined) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LoadingRows />
  const { backups, folder, isOwnDatabase, problem } = data
  return (
    <>
      {problem === null ? null : <Banner tone="warn" text={`${problem}.`} />}
      <Plan state={data} />
      {data.offsite === null ? null : <Offsite offsite={data.offsite} work={data.work} />}
      {backups.length === 0 ? (
        <EmptyState
          title={data.work === 'backing-up' ? 'The first backup is running' : 'No backup yet'}
          text={`A backup contains ${isOwnDatabase ? '' : 'the database and '}the market data, and never the master key: print the emergency kit, which has it.`}
        />
      ) : (
        <Panel title="Backups" detail={WORK[data.work] ?? formatCount(backups.length, 'backup')} flush>
          <DataTable
            label="Backups"
            columns={columnsOf(data)}
            rows={backups}
            rowKey={({ name }) => name}
            rowHeight={36}
            maxHeight="60vh"
            hasCards
          />
        </Panel>
      )}
      <TerminalCommands
        commands={{
          'Restore a backup into a new folder': `tradeloom restore ${folder}/NAME --data NEW`,
          ...(isOwnDatabase
            ? {}
            : { 'Restore any moment': `tradeloom restore ${folder} --until 2026-02-01T08:30:00Z --data NEW` }),
          'Back up to another disk': 'tradeloom backup --to DIR',
          'Print the master key': 'tradeloom key export',
        }}
      />
    </>
  )
}

/** Copies that outlive the machine: whether they are recent, and could be restored. */
function Offsite({
  offsite,
  work,
}: {
  readonly offsite: OffsiteState
  readonly work: BackupState['work']
}): ReactElement {
  const { place, backups, newest, verification, log, problem } = offsite
  const asking = useBackupCall(() => call('verifyOffsiteBackup', {}))
  const [fault] = verification?.faults ?? []
  return (
    <Panel
      title="Away from this machine"
      detail="Encrypted copies"
      flush
      actions={
        <Button
          variant="default"
          size="xs"
          loading={asking.isPending || work === 'verifying-offsite'}
          disabled={work !== 'none' || backups === 0}
          onClick={() => asking.mutate()}
        >
          Verify from the store
        </Button>
      }
    >
      {problem === null ? null : <Banner tone="warn" text={`${problem}.`} />}
      <StatList>
        <Stat label="Copies" value={formatCount(backups, 'backup')} />
        <Stat label="Newest" value={newest === null ? 'None yet' : <ClockTime time={newest} />} />
        <Stat label="Log" value={log === null ? 'Not sent yet' : <ClockTime time={log} />} detail="sent every minute" />
        <Stat
          label="Verified"
          value={verification === null ? 'Not yet' : <ClockTime time={verification.at} />}
          detail={verification === null ? 'restored from there once a week' : (fault ?? 'restored from there, intact')}
        />
      </StatList>
      <PanelNote>
        In <code className={classes['path']}>{place}</code>
      </PanelNote>
    </Panel>
  )
}

function Plan({ state }: { readonly state: BackupState }): ReactElement {
  const { folder, isOwnDatabase, log, next, retention, schedule } = state
  return (
    <Panel title="Schedule" flush>
      <StatList>
        <Stat label="Each day at" value={schedule === null ? 'Off' : `${schedule.at} ${schedule.timeZone}`} />
        <Stat label="Next" value={next === null ? 'On request only' : <ClockTime time={next} />} />
        <Stat
          label="Kept"
          value={formatCount(retention.days, 'day')}
          detail={`then ${retention.weeks} weekly and ${retention.months} monthly ones, and the newest that was verified`}
        />
        {log === null ? null : (
          <Stat
            label="Log"
            value={formatBytes(log.bytes)}
            detail="stored every minute, so any moment can be restored"
          />
        )}
      </StatList>
      {log === null ? null : <Range spans={log.spans} />}
      <PanelNote>
        In the folder <code className={classes['path']}>{folder}</code>
      </PanelNote>
      {isOwnDatabase ? (
        <PanelNote>The database is your own PostgreSQL, which these backups do not contain: use its tools.</PanelNote>
      ) : null}
    </Panel>
  )
}

/** From when to when each moment can be restored. */
function Range({ spans }: Pick<NonNullable<BackupState['log']>, 'spans'>): ReactElement {
  if (spans.length === 0) return <PanelNote>Any moment from a minute after the first backup can be restored.</PanelNote>
  return (
    <PanelNote>
      Any moment can be restored{' '}
      {spans.map(({ from, to }, index) => (
        <Fragment key={from}>
          {index === 0 ? 'from ' : ', and from '}
          <span className="num">
            <ClockTime time={from} />
          </span>{' '}
          to{' '}
          <span className="num">
            <ClockTime time={to} />
          </span>
        </Fragment>
      ))}
      .
    </PanelNote>
  )
}

function columnsOf({ work, isOwnDatabase }: BackupState): Column<ViewedBackup>[] {
  return [
    {
      id: 'taken',
      header: 'Taken',
      width: 190,
      card: 'title',
      value: ({ taken }) => taken,
      cell: ({ taken }) => <ClockTime time={taken} />,
    },
    {
      id: 'size',
      header: 'Size',
      width: 110,
      isNumber: true,
      value: ({ bytes }) => bytes,
      cell: ({ bytes }) => formatBytes(bytes),
    },
    {
      id: 'seconds',
      header: 'Took',
      width: 110,
      isNumber: true,
      value: ({ seconds }) => seconds,
      cell: ({ seconds }) => formatDuration(seconds * 1000),
    },
    { id: 'state', header: 'Verified', width: 380, cell: (backup) => <Verified backup={backup} /> },
    {
      id: 'verify',
      header: '',
      label: 'Actions',
      width: 110,
      card: 'action',
      cell: ({ name }) => (isOwnDatabase ? null : <Verify name={name} isDisabled={work !== 'none'} />),
    },
  ]
}

function Verified({ backup: { verification } }: { readonly backup: ViewedBackup }): ReactElement {
  if (verification === null) return <span className={badges['pill']}>Not yet</span>
  const { at, faults } = verification
  const [first] = faults
  return (
    <span className={classes['verified']}>
      <span className={badges['pill']} data-tone={first === undefined ? 'good' : 'bad'}>
        {first === undefined ? 'Intact' : 'Damaged'}
      </span>
      {first === undefined ? (
        <span className="num">
          <ClockTime time={at} />
        </span>
      ) : (
        first
      )}
    </span>
  )
}

function Verify({ name, isDisabled }: { readonly name: string; readonly isDisabled: boolean }): ReactElement {
  const asking = useBackupCall(() => call('verifyBackup', { params: { name } }))
  return (
    <Button
      variant="default"
      size="xs"
      loading={asking.isPending}
      disabled={isDisabled}
      onClick={() => asking.mutate()}
    >
      Verify
    </Button>
  )
}
