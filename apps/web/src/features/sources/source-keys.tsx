import { Text } from '@mantine/core'
import type { SourceProviderInfo } from '@tradeloom/contracts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { EmptyState, ErrorState, LoadingRows } from '../../ui/states.tsx'
import { SwitchOnLink } from '../../entities/user/switch-on-link.tsx'
import { KeyField } from './key-field.tsx'
import { saveKey } from './save-key.ts'
import { SignUp } from './sign-up.tsx'
import classes from './source-keys.module.css'
import { sourceKeyQuery, sourceProvidersQuery } from '../../entities/datasets/sources-queries.ts'

/** The user's keys of data providers: of those that need one, and of those that are on and take one. */
export function SourceKeys(): ReactElement {
  const { data, error, refetch } = useQuery(sourceProvidersQuery)
  if (data === undefined) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LoadingRows />
  const shown = data
    .filter(({ keyNeed, isOn }) => keyNeed === 'required' || (keyNeed === 'optional' && isOn))
    .toSorted((a, b) => Number(b.keyNeed === 'required') - Number(a.keyNeed === 'required'))
  if (shown.length === 0) return <EmptyState title="No data provider needs a key" />
  return (
    <div className={classes['keys']}>
      <p className={classes['note']}>
        Keys are stored encrypted. They cannot be read again, not even by you. Each is tested before it is saved.
      </p>
      {shown.map((provider) => (
        <KeyOfUser key={provider.name} provider={provider} />
      ))}
    </div>
  )
}

function KeyOfUser({ provider }: { readonly provider: SourceProviderInfo }): ReactElement {
  const { name, title, isOn, keyNeed } = provider
  const client = useQueryClient()
  const { data, error, refetch } = useQuery({ ...sourceKeyQuery(name), enabled: isOn })
  const send = async (key: string | null): Promise<void> => {
    await saveKey(client, name, key)
    // What a key opens, and what it does not, is asked again.
    await Promise.all(
      [['source-dataset', name], ['source-datasets']].map((queryKey) => client.invalidateQueries({ queryKey })),
    )
  }
  return (
    <section className={classes['form']}>
      <h3>{title}</h3>
      {keyNeed === 'optional' ? (
        <Text size="sm" c="dimmed">
          It works without a key, with fewer requests.
        </Text>
      ) : null}
      <SignUp provider={provider} />
      {isOn ? null : (
        <>
          <Text size="sm">{`${title} is switched off. An administrator can switch it on.`}</Text>
          <SwitchOnLink to="/admin/data-sources" />
        </>
      )}
      {error !== null && data === undefined ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <KeyField title={title} label={`API key of ${title}`} saved={data?.key ?? null} isOn={isOn} send={send} />
      )}
    </section>
  )
}
