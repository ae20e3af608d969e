/** Code of seldom visited screens: a separate file, like that of billing. */
export const settingsCode = {
  levels: () => import('#features/catalogue/levels/levels-screen').then((code) => code.LevelsScreen),
  trainingTypes: () =>
    import('#features/catalogue/training-types/training-types-screen').then((code) => code.TrainingTypesScreen),
  machines: () => import('#features/catalogue/machines/machines-screen').then((code) => code.MachinesScreen),
  bodyParts: () => import('#features/catalogue/body-parts/body-parts-screen').then((code) => code.BodyPartsScreen),
  productCategories: () =>
    import('#features/catalogue/product-categories/product-categories-screen').then(
      (code) => code.ProductCategoriesScreen,
    ),
  dietCategories: () =>
    import('#features/catalogue/diet-categories/diet-categories-screen').then((code) => code.DietCategoriesScreen),
  notifications: () =>
    import('#features/desk/notifications/notifications-screen').then((code) => code.NotificationsScreen),
  backups: () => import('#features/desk/backups/backups-screen').then((code) => code.BackupsScreen),
  guide: () => import('#features/desk/guide/guide-screen').then((code) => code.GuideScreen),
};
