import { TextInput } from '@mantine/core'
import type { Algorithm } from '@tradeloom/contracts'
import { IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactElement, useState } from 'react'
import { sharedAlgorithmsQuery } from '../algorithm-queries.ts'
import { EmptyState, ErrorState, LoadingBlock } from '../../../ui/states.tsx'
import { AlgorithmCard } from './algorithm-card.tsx'
import classes from './algorithm-list.module.css'

function isMatch({ name, username, description }: Algorithm, search: string): boolean {
  return [name, username, description].some((text) => text.toLowerCase().includes(search))
}

export function SharedAlgorithms(): ReactElement {
  const [text, setText] = useState('')
  const shared = useQuery(sharedAlgorithmsQuery)
  const search = text.trim().toLowerCase()
  const found = shared.data?.filter((algorithm) => isMatch(algorithm, search))
  return (
    <section aria-labelledby="shared-title" className={classes['shared']}>
      <div className={classes['bar']}>
        <h2 id="shared-title">Shared by the community</h2>
        <TextInput
          aria-label="Search algorithms"
          placeholder="Search name, author, description"
          leftSection={<IconSearch size={14} aria-hidden />}
          size="xs"
          value={text}
          className={classes['search'] ?? ''}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      </div>
      {shared.isPending ? (
        <div className={classes['cards']}>
          {[0, 1, 2].map((i) => (
            <LoadingBlock key={i} height={236} />
          ))}
        </div>
      ) : null}
      {shared.isError ? <ErrorState error={shared.error} onRetry={() => void shared.refetch()} /> : null}
      {found === undefined ? null : (
        <div className={classes['cards']}>
          {found.map((algorithm) => (
            <AlgorithmCard key={algorithm.id} algorithm={algorithm} />
          ))}
        </div>
      )}
      {found?.length === 0 ? (
        <EmptyState
          title={search === '' ? 'No algorithms are shared yet' : 'No matches found'}
          {...(search !== '' && { text: `No shared algorithms match “${text.trim()}”.` })}
        />
      ) : null}
    </section>
  )
}
