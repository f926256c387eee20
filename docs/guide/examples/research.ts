// A plugin that serves the research pipeline: feeds in, Markdown drafts out, all of it in files below the home.
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { definePlugin, type PluginRequest } from 'orrery/strand'

const folder = join(process.env.SERVICE_HOME ?? join(homedir(), '.service'), 'research')
const draftsFolder = join(folder, 'drafts')
const publishedFolder = join(folder, 'published')
const itemsFile = join(folder, 'items.json')

type Item = { readonly link: string; readonly title: string; readonly drafted: boolean }

export default definePlugin({
  routes: {
    // Reads the feeds named in research/feeds.json (a list of addresses) and keeps what is new.
    'POST /scrape': async ({ signal }) => {
      const feeds: string[] = await readJson(join(folder, 'feeds.json'), [])
      const items = await readItems()
      const known = new Set(items.map(({ link }) => link))
      for (const feed of feeds) {
        const response = await fetch(feed, { signal })
        for (const item of itemsOf(await response.text())) {
          if (known.has(item.link)) continue
          known.add(item.link)
          items.push(item)
        }
      }
      await writeItems(items)
      return { feeds: feeds.length, items: items.length }
    },

    // Makes a draft of each item that has none, at most as many as asked for.
    'POST /generate': async (request) => {
      const items = await readItems()
      const chosen = items.filter(({ drafted }) => !drafted).slice(0, limitOf(request))
      await mkdir(draftsFolder, { recursive: true })
      for (const item of chosen) {
        await writeFile(join(draftsFolder, `${idOf(item)}.md`), `# ${item.title}\n\n<${item.link}>\n`)
      }
      const drafted = new Set(chosen.map(({ link }) => link))
      await writeItems(items.map((item) => (drafted.has(item.link) ? { ...item, drafted: true } : item)))
      return { drafts: chosen.map(idOf) }
    },

    'GET /drafts': async () => ({ drafts: await listDrafts() }),

    'GET /drafts/:id': async ({ params, answer }) => {
      const { id } = params
      if (id === undefined || !(await listDrafts()).includes(id))
        return answer(404, { reason: 'there is no such draft' })
      return { id, text: await readFile(join(draftsFolder, `${id}.md`), 'utf8') }
    },

    // Publishes the drafts that the request names, else all; here that means moving their files.
    'POST /drafts/publish-all': async (request) => {
      const named = namesIn(request)
      const wanted = (await listDrafts()).filter((id) => named === null || named.includes(id))
      const drafts = wanted.slice(0, limitOf(request))
      await mkdir(publishedFolder, { recursive: true })
      for (const id of drafts) await rename(join(draftsFolder, `${id}.md`), join(publishedFolder, `${id}.md`))
      return { published: drafts.length }
    },
  },
})

function namesIn({ body }: PluginRequest): readonly unknown[] | null {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return null
  return Array.isArray(body.drafts) ? body.drafts : null
}

function limitOf({ body }: PluginRequest): number {
  const limit = typeof body === 'object' && body !== null && 'limit' in body ? body.limit : null
  return typeof limit === 'number' ? limit : 5
}

/** Title and link of each entry of an RSS feed. */
function itemsOf(feed: string): Item[] {
  return [...feed.matchAll(/<item>(.*?)<\/item>/gs)].flatMap(([, entry = '']) => {
    const title = /<title>(.*?)<\/title>/s.exec(entry)?.[1]?.trim()
    const link = /<link>(.*?)<\/link>/s.exec(entry)?.[1]?.trim()
    return title === undefined || link === undefined ? [] : [{ title, link, drafted: false }]
  })
}

/** Safe as the name of a file. */
function idOf({ title, link }: Item): string {
  const words = title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')
  return `${words.slice(0, 60)}-${link.length}`
}

async function listDrafts(): Promise<string[]> {
  const files = await readdir(draftsFolder).catch(() => [])
  return files.filter((file) => file.endsWith('.md')).map((file) => file.slice(0, -3))
}

async function readItems(): Promise<Item[]> {
  return await readJson(itemsFile, [])
}

async function writeItems(items: readonly Item[]): Promise<void> {
  await mkdir(folder, { recursive: true })
  await writeFile(itemsFile, JSON.stringify(items, null, 2))
}

async function readJson<T>(path: string, otherwise: T): Promise<T> {
  const text = await readFile(path, 'utf8').catch(() => null)
  return text === null ? otherwise : JSON.parse(text)
}
