import type { ReactElement } from 'react'
import classes from '../../features/algorithms/list/algorithm-list.module.css'
import { OwnAlgorithms } from '../../features/algorithms/list/own-algorithms.tsx'
import { SharedAlgorithms } from '../../features/algorithms/list/shared-algorithms.tsx'
import { useTitle } from '../../ui/use-title.ts'
import page from '../../ui/page.module.css'

export function AlgorithmsPage(): ReactElement {
  useTitle('Algorithms')
  return (
    <div className={page['page']}>
      <div className={page['title']}>
        <h1>Algorithms</h1>
      </div>
      <div className={classes['page']}>
        <OwnAlgorithms />
        <SharedAlgorithms />
      </div>
    </div>
  )
}
