import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactElement, useState } from 'react'
import { EmptyState, ErrorState, LoadingRows } from '../../ui/states.tsx'
import { AddApiKeyForm } from './add-api-key-form.tsx'
import { apiKeysQuery, apiUsageQuery } from './api-access-queries.ts'
import classes from './api-access.module.css'
import { ApiKeyCard } from './api-key-card.tsx'
import { NewSecret, type MadeKey } from './new-secret.tsx'
import { UsageBars } from './usage-bars.tsx'

/** The user's keys for programs, and the credits that these use. */
export function ApiAccess(): ReactElement {
  const client = useQueryClient()
  const keys = useQuery(apiKeysQuery)
  const usage = useQuery(apiUsageQuery)
  const [isAdding, setAdding] = useState(false)
  const [made, setMade] = useState<MadeKey | null>(null)
  const error = keys.error ?? usage.error
  if (error && (keys.data === undefined || usage.data === undefined)) {
    return <ErrorState error={error} onRetry={() => void Promise.all([keys.refetch(), usage.refetch()])} />
  }
  if (keys.data === undefined || usage.data === undefined) return <LoadingRows />
  const changed = (): Promise<void> => client.invalidateQueries({ queryKey: apiKeysQuery.queryKey })
  if (made !== null) return <NewSecret made={made} onDone={() => setMade(null)} />
  if (isAdding) {
    return (
      <AddApiKeyForm
        onCancel={() => setAdding(false)}
        onMade={async (key) => {
          setAdding(false)
          setMade(key)
          await changed()
        }}
      />
    )
  }
  const button = (
    <Button size="sm" leftSection={<IconPlus size={14} aria-hidden />} onClick={() => setAdding(true)}>
      Add API key
    </Button>
  )
  return (
    <div className={classes['page']}>
      <UsageBars usage={usage.data} />
      <section className={classes['keys']} aria-labelledby="api-keys-title">
        <h3 id="api-keys-title">Keys</h3>
        {keys.data.length === 0 ? (
          <EmptyState
            title="No API keys"
            text="A key lets your own programs read your data, start runs or trade."
            action={button}
          />
        ) : (
          <>
            <ul className={classes['list']}>
              {keys.data.map((one) => (
                <ApiKeyCard key={one.key} apiKey={one} onDeleted={changed} />
              ))}
            </ul>
            <div>{button}</div>
          </>
        )}
      </section>
      <p className={classes['note']}>
        See the{' '}
        <Link to="/api-docs" className="underlined">
          API documentation
        </Link>{' '}
        for how to use keys.
      </p>
    </div>
  )
}
