// How icons of lucide are drawn: vite.config.ts puts this in the place of lucide's own. That one works out attributes, classes
// and a context for each icon at each rendering; here a board of thousands of icons takes them as they are, and their
// looks from icon.css.
import { createElement, type ReactNode, type SVGProps } from 'react'

type Shape = readonly [tag: string, attributes: Readonly<Record<string, string>>]

/** The data of one icon, as lucide's files hold it. */
type IconData = { readonly node: readonly Shape[] }

/** Whoever draws an icon says what it is for: `aria-hidden`, or a role and a label. */
export default function createIcon({ node }: IconData) {
  const shapes = node.map(([tag, attributes]) => createElement(tag, attributes))
  return function Icon(props: SVGProps<SVGSVGElement>): ReactNode {
    return createElement('svg', { viewBox: '0 0 24 24', ...props }, shapes)
  }
}
