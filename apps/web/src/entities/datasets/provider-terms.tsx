import type { SourceProviderInfo } from '@tradeloom/contracts'
import type { ReactElement } from 'react'
import classes from './provider-terms.module.css'

/** The line that providers ask for wherever their data is. */
export function ProviderTerms({
  providers,
}: {
  readonly providers: readonly Pick<SourceProviderInfo, 'name' | 'terms'>[]
}): ReactElement | null {
  if (providers.length === 0) return null
  return (
    <ul className={classes['terms']} aria-label="Terms of the data">
      {providers.map(({ name, terms }) => (
        <li key={name}>
          {terms.text}{' '}
          <a href={terms.url} target="_blank" rel="noreferrer" className="underlined">
            Terms
          </a>
        </li>
      ))}
    </ul>
  )
}
