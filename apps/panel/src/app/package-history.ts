import { withHistory } from '#app/detail-history';
import { PackageDetailScreen as PackageDetail } from '#features/content/packages/package-detail-screen';

export const PackageDetailScreen = withHistory('package', PackageDetail);
