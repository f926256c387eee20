// Turns Markdown of strangers into HTML that is safe to show; loaded with the first text that is read.
import DOMPurify from 'dompurify'
import { Marked, type RendererObject } from 'marked'
import './markdown.css'

/** Pictures would be fetched from anywhere, so they stay links; HTML is shown as text, its comments not at all. */
const renderer: RendererObject = {
  html({ text }) {
    return escapeText(text.replaceAll(/<!--[\s\S]*?-->/g, ''))
  },
  image({ href, text }) {
    return `<a href="${escapeText(href)}">${escapeText(text === '' ? href : text)}</a>`
  },
}

const marked = new Marked({ gfm: true, breaks: true, renderer })

const allowed = {
  ALLOWED_TAGS:
    'a b blockquote br code del em h1 h2 h3 h4 h5 h6 hr i input li ol p pre s strong table tbody td th thead tr ul'.split(
      ' ',
    ),
  ALLOWED_ATTR: ['href', 'title', 'type', 'checked', 'disabled', 'start', 'align'],
}

DOMPurify.addHook('afterSanitizeAttributes', (node) => {
  if (node.tagName === 'A') {
    node.setAttribute('target', '_blank')
    node.setAttribute('rel', 'noopener noreferrer')
  }
  if (node.tagName === 'INPUT') {
    if (node.getAttribute('type') !== 'checkbox') return node.remove()
    // Ticked where it is read; the words beside it are its name.
    node.removeAttribute('disabled')
    node.setAttribute('aria-label', firstLine(node.closest('li')?.textContent ?? ''))
  }
  // A text's headings stand below those of its place.
  if (/^H[1-6]$/.test(node.tagName)) node.setAttribute('class', 'md-head')
})

/** Markdown as HTML: scripts, styles, forms and pictures are taken out. */
export function renderMarkdown(text: string): string {
  return DOMPurify.sanitize(marked.parse(text, { async: false }), allowed)
}

function firstLine(text: string): string {
  return text.trim().split('\n', 1)[0] ?? ''
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
