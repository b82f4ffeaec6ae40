import { useComputedColorScheme } from '@mantine/core'
import type { ReactElement } from 'react'
import classes from './documentation.module.css'

/** Made by `tests/e2e/readme-pictures.ts`, all of one size. */
const FILES = import.meta.glob<string>('./pictures/*.webp', { query: '?url', import: 'default', eager: true })
const PICTURE_SIZE = { width: 1200, height: 750 } as const

interface PictureProps {
  readonly name: string
  readonly alt: string
}

/** A screen of the product in the color scheme of the reader, loaded when it comes near. */
export function Picture({ name, alt }: PictureProps): ReactElement {
  const scheme = useComputedColorScheme('dark')
  const url = FILES[`./pictures/${name}-${scheme}.webp`]
  return (
    <img className={classes['picture'] ?? ''} src={url} alt={alt} loading="lazy" decoding="async" {...PICTURE_SIZE} />
  )
}
