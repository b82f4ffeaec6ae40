import { Anchor, Button, Group, PasswordInput, Switch } from '@mantine/core'
import type { SourceSwitch } from '@tradeloom/contracts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type ReactElement, useState } from 'react'
import { errorText } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { askToConfirm } from '../../ui/confirm.tsx'
import { formatCount, formatSecond } from '../../ui/format.ts'
import { Panel, PanelNote } from '../../ui/panel.tsx'
import { toastError, toastSuccess } from '../../ui/toast.ts'
import { ClockTime } from '../settings/clock-time.tsx'
import { sourcesQuery } from './admin-queries.ts'

interface SourcePanelProps {
  readonly source: SourceSwitch
  /** It could not be read again since. */
  readonly isOld: boolean
}

type Change = { readonly isOn: boolean } | { readonly key: string | null }

/** One data provider: whether it is on, what it has listed, and the operator's key. */
export function SourcePanel({ source, isOld }: SourcePanelProps): ReactElement {
  const { name, title, isOn, problem, silentUntil, terms, changed, changedBy } = source
  const client = useQueryClient()
  const change = useMutation({
    mutationFn: (body: Change) => call('switchSource', { params: { provider: name }, body }),
    onSuccess: (now, body) => {
      toastSuccess('isOn' in body ? `${title} is ${now.isOn ? 'on' : 'off'}` : `Key of ${title} saved`, name)
      client.setQueryData(sourcesQuery.queryKey, (all) => all?.map((one) => (one.name === name ? now : one)))
    },
    onError: (error) => toastError(errorText(error), name),
    onSettled: () => client.invalidateQueries({ queryKey: sourcesQuery.queryKey }),
  })
  const ask = async (): Promise<void> => {
    if (await askToConfirm(questionOf(source))) change.mutate({ isOn: !isOn })
  }
  return (
    <Panel
      title={title}
      detail={isOn ? listedText(source) : undefined}
      actions={
        <Switch
          size="sm"
          labelPosition="left"
          label={isOn ? 'On' : 'Off'}
          aria-label={title}
          checked={isOn}
          disabled={change.isPending}
          onChange={() => void ask()}
        />
      }
      isStale={isOld}
      flush
    >
      {isOn && problem !== null ? (
        <PanelNote tone="warn" role="alert">
          {problem}. The lists are read again in 15 minutes.
        </PanelNote>
      ) : null}
      {isOn && silentUntil !== null ? (
        <PanelNote tone="warn">Silence demanded until {formatSecond(silentUntil)} UTC</PanelNote>
      ) : null}
      {isOn && source.keyNeed !== 'none' ? (
        <OperatorKey source={source} isBusy={change.isPending} save={(key) => change.mutateAsync({ key })} />
      ) : null}
      <PanelNote>
        {isOn ? terms.text : `Nothing is sent to ${title}.`}{' '}
        <Anchor href={terms.url} target="_blank" rel="noreferrer" inherit>
          Terms of {title}
        </Anchor>
      </PanelNote>
      {changed === null ? null : (
        <PanelNote>
          Switched {isOn ? 'on' : 'off'} {changedBy === null ? '' : `by ${changedBy} `}at{' '}
          <ClockTime time={new Date(changed).toISOString()} />
        </PanelNote>
      )}
    </Panel>
  )
}

interface OperatorKeyProps {
  readonly source: SourceSwitch
  readonly isBusy: boolean
  readonly save: (key: string | null) => Promise<unknown>
}

function OperatorKey({ source, isBusy, save }: OperatorKeyProps): ReactElement {
  const { key, title, isKeyShared, signUp } = source
  const [typed, setTyped] = useState('')
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    // The mutation has shown why it was refused.
    if (typed.trim() !== '')
      save(typed.trim()).then(
        () => setTyped(''),
        () => undefined,
      )
  }
  return (
    <>
      <PanelNote>
        {isKeyShared
          ? `A key of ${title} entered here serves all users.`
          : `A key of ${title} entered here reads lists only: each user needs an own one for data.`}{' '}
        {signUp === null ? null : (
          <Anchor href={signUp.url} target="_blank" rel="noreferrer" inherit>
            Get a key
          </Anchor>
        )}
      </PanelNote>
      <form onSubmit={submit} autoComplete="off">
        <Group gap="xs" px="sm" py="sm">
          <PasswordInput
            size="sm"
            w={280}
            maw="100%"
            aria-label={`Key of ${title}`}
            placeholder={key ?? 'No key'}
            autoComplete="off"
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          <Button type="submit" size="sm" variant="default" disabled={typed.trim() === ''} loading={isBusy}>
            Save key
          </Button>
          {key === null ? null : (
            <Button size="sm" variant="subtle" disabled={isBusy} onClick={() => void save(null).catch(() => undefined)}>
              Remove key
            </Button>
          )}
        </Group>
      </form>
    </>
  )
}

function listedText({ databases, listed, problem }: SourceSwitch): string {
  return listed === null && problem === null ? 'Its lists are being read' : formatCount(databases, 'database')
}

function questionOf({ title, isOn }: SourceSwitch) {
  if (isOn)
    return {
      title: `Switch ${title} off`,
      text: 'Nothing more is sent, and its databases disappear from the browser of data.',
      confirm: 'Switch off',
      isDestructive: true,
    }
  return {
    title: `Switch ${title} on`,
    text: `From then on this server sends requests to ${title}: for its lists once a day, and for data when users open it.`,
    confirm: 'Switch on',
    isDestructive: false,
  }
}
