import type { ReactElement } from 'react'
import { useLeftList } from '../../../ui/left-list-state.ts'
import { NewAlgorithmButton } from '../new-algorithm-button.tsx'
import classes from './algorithm-list.module.css'
import { OwnAlgorithms } from './own-algorithms.tsx'
import { SharedAlgorithms } from './shared-algorithms.tsx'
import page from '../../../ui/page.module.css'

export function AlgorithmsPage(): ReactElement {
  // The list beside the page shows the user's own algorithms, too.
  const isListed = useLeftList() === 'open'
  return (
    <div className={page['page']}>
      <div className={page['title']}>
        <h1>Algorithms</h1>
        {isListed ? (
          <div className={page['actions']}>
            <NewAlgorithmButton />
          </div>
        ) : null}
      </div>
      <div className={classes['page']} data-single={isListed || undefined}>
        {isListed ? null : <OwnAlgorithms />}
        <SharedAlgorithms />
      </div>
    </div>
  )
}
