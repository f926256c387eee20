// The strands that come with the service: those of this room, and those that other rooms bring along.
import type { BroughtStrand } from '../contract.ts'
import type { Strand } from '#platform/server/sandbox/orrery-strand/strand.js'
import backupRunner from './backup-runner.ts'
import crossNodeSmoke from './cross-node-smoke.ts'
import discordWatcher from './discord-watcher.ts'
import docsDriftCheck from './docs-drift-check.ts'
import fpaValidator from './fpa-validator.ts'
import instanceGc from './instance-gc.ts'
import kanbanSync from './kanban-sync.ts'
import type { StrandNeeds } from './lib/needs.ts'
import newsletterDigest from './newsletter-digest.ts'
import poposDeploy from './popos-deploy.ts'
import researchPipeline from './research-pipeline.ts'
import returnproAudit from './returnpro-audit.ts'
import scrapeMonitor from './scrape-monitor.ts'
import snowflakeIngest from './snowflake-ingest.ts'
import socialPublisher from './social-publisher.ts'

/** Whatever is brought is registered as if a file had it; the ids are the product's, so that nobody else has them. */
export function builtinStrands(
  needs: StrandNeeds,
  brought: readonly BroughtStrand<AbortSignal>[] = [],
): readonly Strand[] {
  return [
    ...brought.map(authored),
    docsDriftCheck(needs),
    instanceGc(needs),
    researchPipeline,
    crossNodeSmoke,
    poposDeploy(needs),
    backupRunner,
    discordWatcher,
    fpaValidator,
    kanbanSync,
    newsletterDigest,
    returnproAudit,
    scrapeMonitor,
    snowflakeIngest,
    socialPublisher,
  ]
}

/** A definition refuses fields that it does not know; whatever else is asked for a strand is for the room alone. */
function authored({ id, name, description, schedule, steps }: BroughtStrand<AbortSignal>): Strand {
  return { id, name, description, schedule, steps }
}
