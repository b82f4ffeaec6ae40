import type { ReactElement } from 'react'
import classes from './algorithm-list.module.css'
import { OwnAlgorithms } from './own-algorithms.tsx'
import { SharedAlgorithms } from './shared-algorithms.tsx'
import page from '../../../ui/page.module.css'

export function AlgorithmsPage(): ReactElement {
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
