import { randomUUID } from 'node:crypto';
import { compile } from '@fastify/proxy-addr';
import { fastify, LogController, type FastifyInstance, type FastifyRequest, type FastifyServerOptions } from 'fastify';
import { proxyList } from '#config';
import { notFound } from '#db/writes/refusal';
import { catalogueTables } from '#db/stores/tables';
import { offeredMercadoPago } from '#features/accounts/auth/offered-mercadopago';
import { authRoutes } from '#features/accounts/auth/auth.routes';
import { noteDeviceUse } from '#features/accounts/auth/device-sessions.queries';
import { limitOwnWrites } from '#features/accounts/auth/own-writes';
import { openPasswordCheck } from '#features/accounts/auth/password-check';
import { deviceRoutes } from '#features/accounts/devices/devices.routes';
import { segmentRoutes } from '#features/accounts/segments/segments.routes';
import { tagRoutes } from '#features/accounts/tags/tags.routes';
import { bulkRoutes } from '#features/accounts/users/user-bulk.routes';
import { userRoutes } from '#features/accounts/users/users.routes';
import { drawIcon } from '#features/billing/business/app-icons';
import { readBrand } from '#features/billing/business/business.queries';
import { businessRoutes } from '#features/billing/business/business.routes';
import { collectionRoutes } from '#features/billing/collections/collections.routes';
import { debtRoutes } from '#features/billing/debts/debts.routes';
import { ipcRoutes } from '#features/billing/ipc/ipc.routes';
import { linkRoutes } from '#features/billing/links/links.routes';
import { myLinkRoutes } from '#features/billing/links/my-links.routes';
import { webhookRoutes } from '#features/billing/links/webhook.routes';
import { movementRoutes } from '#features/billing/movements/movements.routes';
import { paymentRoutes } from '#features/billing/payments/payments.routes';
import { awaitPrices } from '#features/billing/prices/price-day';
import { saveTypedPeriod } from '#features/billing/subscriptions/typed-periods.queries';
import { restoreWithPrice } from '#features/billing/prices/priced-tables.queries';
import { priceRoutes } from '#features/billing/prices/prices.routes';
import { pauseRoutes } from '#features/billing/subscriptions/pauses.routes';
import { renewalRoutes } from '#features/billing/subscriptions/renewals.routes';
import { subscriptionRoutes } from '#features/billing/subscriptions/subscriptions.routes';
import { tillRoutes } from '#features/billing/till/till.routes';
import { userPackageRoutes } from '#features/billing/user-packages/user-packages.routes';
import { refuseWhenFollowed } from '#features/coaching/courses/assign.queries';
import { courseRoutes } from '#features/coaching/courses/courses.routes';
import { myCourseRoutes } from '#features/coaching/courses/my-courses.routes';
import { measureRoutes } from '#features/coaching/measures/measures.routes';
import { workoutRoutes } from '#features/coaching/workouts/workouts.routes';
import { dietRoutes } from '#features/content/diets/diets.routes';
import { exerciseSetRoutes } from '#features/content/exercises/exercise-sets.routes';
import { exerciseRoutes } from '#features/content/exercises/exercises.routes';
import { packageRoutes } from '#features/content/packages/packages.routes';
import { libraryRoutes } from '#features/content/library/library.routes';
import { libraryWriters } from '#features/content/trainings/library-trainings.queries';
import { trainingRoutes } from '#features/content/trainings/trainings.routes';
import { accessRoutes } from '#features/coaching/access/access.routes';
import { claimRoutes } from '#features/coaching/claims/claims.routes';
import { backupRoutes } from '#features/desk/backups/backups.routes';
import { eventRoutes } from '#features/accounts/audit/audit.routes';
import { erasureRoutes } from '#features/desk/erasure/erasure.routes';
import { exportEverythingRoutes } from '#features/desk/exports/exports.routes';
import { importRoutes } from '#features/desk/imports/imports.routes';
import { metricsRoutes } from '#features/desk/monitoring/metrics.routes';
import { notificationRoutes } from '#features/desk/notifications/notifications.routes';
import { overviewRoutes } from '#features/desk/overview/overview.routes';
import { ownBusinessRoutes } from '#features/desk/own-business/own-business.routes';
import { ownDataRoutes } from '#features/desk/own-data/own-data.routes';
import { statisticsRoutes } from '#features/desk/statistics/statistics.routes';
import { trashRoutes } from '#features/desk/trash/trash.routes';
import { userDetailRoutes } from '#features/desk/user-detail/user-detail.routes';
import { authorize, findAccount } from '#http/routes/authorize';
import { registerBodies } from '#http/bodies/body';
import { MIN_BODY_BYTES } from '#http/bodies/body-limits';
import { answerBrokenRequest } from '#http/connections/broken-requests';
import { warnOfUntrustedProxy } from '#http/connections/untrusted-proxy';
import { CONNECTION_LIMITS, guardConnections, type ConnectionLimits } from '#http/connections/connections';
import { crudRoutes } from '#http/entities/crud-routes';
import type { Dependencies } from '#http/routes/dependencies';
import { clientAppRoutes, type ClientAppFiles } from '#http/pages/client-app';
import { docsRoutes } from '#http/pages/docs.routes';
import { compressAnswers } from '#http/answers/encoding';
import { addressTooLong, openErrorHandler } from '#http/answers/errors';
import { ignoreExtras, disableExtras, hideMoney } from '#http/routes/extras';
import { healthRoutes } from '#http/pages/health.routes';
import { refuseWhenDiskIsFull } from '#http/answers/disk-full';
import { refuseWhenOutdated } from '#http/answers/outdated';
import { panelRoutes, type PanelFiles } from '#http/pages/panel';
import { practiceRoutes } from '#http/pages/practice.routes';
import { versionRoutes } from '#http/pages/version.routes';
import { pictureRoutes } from '#http/entities/pictures';
import { collectRoutes, type DocumentedRoute } from '#http/routes/route-docs';
import { openScraperCheck } from '#http/routes/scraper-access';
import { addSecureHeaders } from '#http/answers/secure-headers';
import { SINGLE_PROCESS, type Machine } from '#machine';

const MAX_URL_LENGTH = 4_096;
const REQUEST_TIMEOUT_MS = 30_000;
const HEADERS_TIMEOUT_MS = 5_000;
// Node's default of 30 s would make the time-outs above inexact.
const TIMEOUT_CHECK_MS = 2_000;
// A proxy's connections outlive its own minute, or a request could meet a closed one. A client's are as short as the
// write time-out: one whose answer waits in the kernel's buffers looks idle from here.
const KEEP_ALIVE_MS = { proxy: 65_000, client: 10_000 };

type Options = Omit<Dependencies, 'now' | 'machine' | 'aroundRestore' | 'beforeRemoval' | 'saveTypedPeriod'> & {
  machine?: Machine;
  now?: () => Date;
  log?: FastifyServerOptions['logger'];
  trustProxy?: string;
  metricsToken?: string;
  panel?: PanelFiles;
  clientApp?: ClientAppFiles;
  /** The server that imitates Mercado Pago. */
  practice?: { address: string };
  connections?: ConnectionLimits;
};

export type App = { http: FastifyInstance; routes: DocumentedRoute[] };

/** The whole HTTP application. No side effects until it listens or gets an injected request. */
export function buildApp(options: Options): App {
  const {
    log = false,
    trustProxy,
    metricsToken,
    panel,
    clientApp,
    practice,
    connections = CONNECTION_LIMITS,
    now = () => new Date(),
    ...given
  } = options;
  const deps: Dependencies = {
    machine: SINGLE_PROCESS,
    ...given,
    now,
    aroundRestore: restoreWithPrice,
    beforeRemoval: refuseWhenFollowed,
    saveTypedPeriod,
  };
  const isProxy = compile(trustProxy === undefined ? [] : proxyList(trustProxy));
  const http = fastify({
    logger: log,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: MIN_BODY_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    http: { headersTimeout: HEADERS_TIMEOUT_MS, connectionsCheckingInterval: TIMEOUT_CHECK_MS },
    keepAliveTimeout: trustProxy === undefined ? KEEP_ALIVE_MS.client : KEEP_ALIVE_MS.proxy,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    trustProxy: trustProxy !== undefined && isProxy,
    genReqId: () => randomUUID(),
    routerOptions: { ignoreDuplicateSlashes: true, maxParamLength: MAX_URL_LENGTH },
    rewriteUrl: ({ url = '/' }) => escapeUndecodableUrl(url),
    clientErrorHandler: answerBrokenRequest,
  });

  const routes = collectRoutes(http, deps.extras);
  guardConnections(http, (address) => isProxy(address, 0), connections);
  if (trustProxy === undefined) warnOfUntrustedProxy(http);
  registerBodies(http);
  addSecureHeaders(http, panel);
  compressAnswers(http);
  http.setErrorHandler(openErrorHandler());
  http.addHook('onRequest', async (request, reply) => {
    reply.header('X-Request-Id', request.id);
    if (request.url.length > MAX_URL_LENGTH) throw addressTooLong();
  });
  let closing = false;
  http.addHook('preClose', async () => {
    closing = true;
  });
  http.addHook('onSend', async (_request, reply) => {
    // A keep-alive connection would delay the shutdown until it times out.
    if (closing) reply.header('Connection', 'close');
  });
  http.addHook('onResponse', async (request, reply) => {
    const { method, originalUrl, ip } = request;
    // The query is not logged: a search may hold a person's name.
    const path = originalUrl.split('?')[0];
    const ms = Math.round(reply.elapsedTime);
    deps.metrics.count({
      method,
      route: routeClassOf(request),
      status: reply.statusCode,
      seconds: reply.elapsedTime / 1e3,
    });
    const isCheck = /^\/api\/(?:health|metrics)\b/.test(originalUrl);
    request.log[isCheck ? 'debug' : 'info'](
      { method, path, status: reply.statusCode, ms, ip, admin: findAccount(request)?.id },
      'request',
    );
  });

  http.register(
    async (api) => {
      if (deps.isOutdated) refuseWhenOutdated(api, deps.isOutdated);
      if (deps.extras) awaitPrices(api, deps);
      else ignoreExtras(api);
      authorize(api, { ...deps, noteUse: (sessionId) => noteDeviceUse(deps.db, sessionId) });
      limitOwnWrites(api, deps);
      if (deps.hasSpace) refuseWhenDiskIsFull(api, deps.hasSpace);
      if (deps.extras) hideMoney(api);
      else disableExtras(api);
      api.setNotFoundHandler(async () => {
        throw notFound();
      });
      healthRoutes(api, deps);
      docsRoutes(api, routes, panel);
      versionRoutes(api, deps);
      for (const table of catalogueTables) crudRoutes(api, deps, table);
      exerciseRoutes(api, deps);
      exerciseSetRoutes(api, deps);
      dietRoutes(api, deps);
      trainingRoutes(api, deps);
      libraryRoutes(api, deps, libraryWriters);
      packageRoutes(api, deps);
      const passwordCheck = openPasswordCheck(deps);
      authRoutes(api, deps, passwordCheck);
      tagRoutes(api, deps);
      segmentRoutes(api, deps);
      userRoutes(api, deps);
      bulkRoutes(api, deps);
      deviceRoutes(api, deps);
      businessRoutes(api, deps);
      priceRoutes(api, deps);
      paymentRoutes(api, deps);
      linkRoutes(api, deps);
      myLinkRoutes(api, deps);
      webhookRoutes(api, deps);
      movementRoutes(api, deps);
      debtRoutes(api, deps);
      subscriptionRoutes(api, deps);
      renewalRoutes(api, deps);
      pauseRoutes(api, deps);
      tillRoutes(api, deps);
      collectionRoutes(api, deps);
      ipcRoutes(api, deps);
      userPackageRoutes(api, deps);
      accessRoutes(api, deps, passwordCheck);
      courseRoutes(api, deps);
      myCourseRoutes(api, deps);
      workoutRoutes(api, deps);
      measureRoutes(api, deps);
      claimRoutes(api, deps);
      userDetailRoutes(api, deps);
      erasureRoutes(api, deps);
      ownDataRoutes(api, deps);
      statisticsRoutes(api, deps);
      overviewRoutes(api, deps);
      notificationRoutes(api, deps);
      importRoutes(api, deps);
      exportEverythingRoutes(api, deps);
      backupRoutes(api, deps);
      metricsRoutes(api, deps, openScraperCheck({ token: metricsToken, trustProxy }));
      ownBusinessRoutes(api, deps, passwordCheck);
      eventRoutes(api, deps);
      trashRoutes(api, deps);
    },
    { prefix: '/api' },
  );

  pictureRoutes(http, deps.uploads.pictures);
  if (clientApp && deps.extras)
    clientAppRoutes(http, clientApp, {
      read: () => readBrand(deps.db),
      draw: (brand, icon) => drawIcon(deps.uploads.pictures, brand, icon),
    });
  if (practice)
    practiceRoutes(http, {
      address: practice.address,
      isOn: async () => (await offeredMercadoPago(deps)) !== undefined,
    });
  panelRoutes(http, panel);
  return { http, routes };
}

/** The pattern of a call of the API, and one word for everything else: files and pages, and what is not there. */
function routeClassOf({ routeOptions: { url = '' }, originalUrl }: FastifyRequest): string {
  if (/^\/(?:api|uploads)\//.test(url)) return url;
  return originalUrl.startsWith('/api/') ? 'unknown' : 'panel';
}

/** Escapes a path that cannot be decoded, so that it gets the usual 404; the router itself would answer outside all hooks. */
function escapeUndecodableUrl(url: string): string {
  try {
    decodeURIComponent(url.split('?')[0] ?? '');
    return url;
  } catch {
    return url.replaceAll('%', '%25');
  }
}
