import { Button, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useInfiniteQuery } from '@tanstack/react-query'
import { IconSearch } from '@tabler/icons-react'
import { type ReactElement, useState } from 'react'
import { Panel } from '../../ui/panel.tsx'
import { EmptyState, ErrorState, LoadingRows } from '../../ui/states.tsx'
import { AuditTable } from '../../entities/audit/audit-table.tsx'
import { AdminPage } from './admin-page.tsx'
import { auditQuery } from './admin-queries.ts'

const TYPING_MS = 250

/** Who did what to accounts and to the installation. */
export function AuditPage(): ReactElement {
  const [typed, setTyped] = useState('')
  const [user] = useDebouncedValue(typed.trim(), TYPING_MS)
  const field = (
    <TextInput
      size="xs"
      placeholder="User name"
      aria-label="Lines of a user"
      leftSection={<IconSearch size={14} aria-hidden />}
      maxLength={64}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
    />
  )
  return (
    <AdminPage title="Audit" actions={field}>
      {() => <Lines user={user} />}
    </AdminPage>
  )
}

function Lines({ user }: { readonly user: string }): ReactElement {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(auditQuery(user))
  if (data === undefined) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LoadingRows />
  const lines = data.pages.flat()
  if (lines.length === 0) {
    return user === '' ? (
      <EmptyState
        title="Nothing is on record yet"
        text="Actions of administrators and changes of accounts appear here."
      />
    ) : (
      <EmptyState picture="search" title="No matches found" text="Names are matched whole." />
    )
  }
  const older = hasNextPage ? (
    <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
      Load older
    </Button>
  ) : undefined
  return (
    <Panel title="Audit log" detail="Lines can be added, but neither changed nor deleted" actions={older} flush>
      <AuditTable lines={lines} />
    </Panel>
  )
}
