import { Switch } from '@mantine/core'
import type { SourceSwitch } from '@tradeloom/contracts'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { errorText } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { Banner } from '../../ui/banner.tsx'
import { askToConfirm } from '../../ui/confirm.tsx'
import { formatPlain } from '../../ui/format.ts'
import { Panel, PanelNote } from '../../ui/panel.tsx'
import { Stat, StatList } from '../../ui/stat.tsx'
import { EmptyState, ErrorState, LoadingRows } from '../../ui/states.tsx'
import { toastError, toastSuccess } from '../../ui/toast.ts'
import { AdminPage } from '../../features/admin/admin-page.tsx'
import { ClockTime } from '../../entities/settings/clock-time.tsx'
import { KeyField } from '../../features/sources/key-field.tsx'
import { ProviderTerms } from '../../entities/datasets/provider-terms.tsx'
import classes from './source-switches-page.module.css'

const switchesQuery = queryOptions({
  queryKey: ['source-switches'],
  queryFn: ({ signal }) => call('listSourceSwitches', { signal }),
  // Lists are being read.
  refetchInterval: 5000,
})

/** Data providers with the state of their lists: each is switched on and off here. */
export function SourceSwitchesPage(): ReactElement {
  return <AdminPage title="Data sources">{() => <Switches />}</AdminPage>
}

function Switches(): ReactElement {
  const { data, error, refetch } = useQuery(switchesQuery)
  if (data === undefined) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LoadingRows />
  if (data.length === 0) return <EmptyState title="No data providers" />
  return (
    <>
      {error ? <Banner tone="warn" text="The server does not answer. What is shown here may be out of date." /> : null}
      {data.map((source) => (
        <SourcePanel key={source.name} source={source} />
      ))}
    </>
  )
}

type Change = { readonly isOn: boolean } | { readonly key: string | null }

function useChange({ name }: SourceSwitch) {
  const client = useQueryClient()
  return async (body: Change): Promise<SourceSwitch> => {
    const changed = await call('switchSource', { params: { provider: name }, body })
    client.setQueryData(switchesQuery.queryKey, (all) => all?.map((one) => (one.name === name ? changed : one)))
    void client.invalidateQueries({ predicate: ({ queryKey: [kind] }) => String(kind).startsWith('source-') })
    return changed
  }
}

function SourcePanel({ source }: { readonly source: SourceSwitch }): ReactElement {
  const { title, isOn, keyNeed, isKeyShared, key, problem, listed, databases, silentUntil } = source
  const change = useChange(source)
  return (
    <Panel title={title} actions={<SourceToggle source={source} />} flush>
      {problem === null ? null : (
        <PanelNote tone="warn" role="alert">
          {problem}
        </PanelNote>
      )}
      {silentUntil === null ? null : (
        <PanelNote tone="warn">
          {title} allows no requests until <ClockTime time={new Date(silentUntil).toISOString()} />
        </PanelNote>
      )}
      {isOn ? (
        <StatList>
          <Stat label="Databases" value={formatPlain(databases)} />
          <Stat
            label="Lists refreshed"
            value={listed === null ? unlisted(source) : <ClockTime time={new Date(listed).toISOString()} />}
          />
        </StatList>
      ) : (
        <PanelNote>{`Nothing is sent to ${title}.`}</PanelNote>
      )}
      {keyNeed === 'none' || !isOn ? null : (
        <div className={classes['key']}>
          <p className="muted">
            With a key of the operator, the lists are refreshed once a day.{' '}
            {isKeyShared
              ? 'It also opens datasets for all users.'
              : 'Users enter their own keys to open datasets: the terms do not allow a shared key.'}
          </p>
          <KeyField
            title={title}
            label={`Operator's API key of ${title}`}
            saved={key}
            isOn={isOn}
            send={(next) => change({ key: next })}
          />
        </div>
      )}
      <ProviderTerms providers={[source]} />
    </Panel>
  )
}

/** Databases are shown before the names of their datasets are read, which takes minutes. */
function unlisted({ databases, problem }: SourceSwitch): string {
  if (databases === 0) return 'Not yet'
  return problem === null ? 'Names of datasets are being read' : 'Not completely'
}

function SourceToggle({ source }: { readonly source: SourceSwitch }): ReactElement {
  const { name, title, isOn } = source
  const change = useChange(source)
  const turn = useMutation({
    mutationFn: (wanted: boolean) => change({ isOn: wanted }),
    onSuccess: (changed) => toastSuccess(`${title} is ${changed.isOn ? 'on' : 'off'}`, name),
    onError: (error) => toastError(errorText(error), name),
  })
  const ask = async (): Promise<void> => {
    const question = isOn
      ? {
          title: `Switch ${title} off`,
          text: 'Its databases and datasets are hidden from everyone, and nothing more is sent to it.',
          confirm: 'Switch off',
          isDestructive: true,
        }
      : {
          title: `Switch ${title} on`,
          text: `This server will then send requests to ${title}: for its lists once a day, and for datasets when a user opens them.`,
          confirm: 'Switch on',
        }
    if (await askToConfirm(question)) turn.mutate(!isOn)
  }
  return (
    <Switch
      size="sm"
      labelPosition="left"
      label={isOn ? 'On' : 'Off'}
      aria-label={title}
      checked={isOn}
      disabled={turn.isPending}
      onChange={() => void ask()}
    />
  )
}
