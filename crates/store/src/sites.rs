//! Sites and the origins they answer at.

use atelier_core::site::{Site, Sites};
use sqlx::SqliteConnection;

use crate::error::StoreError;
use crate::row::{Named, Row};
use crate::store::Store;

/// The table of sites.
#[derive(Debug)]
pub struct SitesTable<'a>(pub(crate) &'a Store);

impl SitesTable<'_> {
    /// Adds a site or replaces the one of its alias.
    pub async fn upsert(&self, site: &Site) -> Result<(), StoreError> {
        let mut tx = self.0.begin().await?;
        write(self.0, &mut tx, site).await?;
        tx.commit().await.named(self.0)
    }

    /// All sites in the order they were added.
    pub async fn all(&self) -> Result<Sites, StoreError> {
        let mut connection = self.0.reader().acquire().await.named(self.0)?;
        read(self.0, &mut connection).await
    }

    /// Makes `origin` (such as `http://127.0.0.1:4101`) the one in use of a site. Its other origins stay, so
    /// that what was recorded there is still recognised; another site that answered there loses it.
    ///
    /// # Errors
    /// [`StoreError::Missing`] where no site has the alias.
    pub async fn register_origin(&self, alias: &str, origin: &str) -> Result<(), StoreError> {
        let mut tx = self.0.begin().await?;
        let sites = read(self.0, &mut tx).await?;
        if sites.get(alias).is_none() {
            return Err(StoreError::Missing { what: "site", id: alias.to_owned() });
        }
        for mut site in sites.0 {
            let before = site.origins.clone();
            site.origins.retain(|known| known != origin);
            if site.alias == alias {
                site.origins.insert(0, origin.to_owned());
            }
            if site.origins != before {
                write(self.0, &mut tx, &site).await?;
            }
        }
        tx.commit().await.named(self.0)
    }
}

async fn read(store: &Store, connection: &mut SqliteConnection) -> Result<Sites, StoreError> {
    let rows: Vec<(String, String)> = sqlx::query_as("SELECT alias, document FROM sites ORDER BY position")
        .fetch_all(connection)
        .await
        .named(store)?;
    let sites = rows.iter().map(|(alias, document)| Row { table: "sites", id: alias }.read(document));
    sites.collect::<Result<_, _>>().map(Sites)
}

async fn write(store: &Store, tx: &mut SqliteConnection, site: &Site) -> Result<(), StoreError> {
    let document = Row { table: "sites", id: &site.alias }.write(site)?;
    sqlx::query(
        "INSERT INTO sites (alias, document) VALUES (?1, ?2) ON CONFLICT (alias) DO UPDATE SET document = ?2",
    )
    .bind(&site.alias)
    .bind(document)
    .execute(tx)
    .await
    .named(store)?;
    Ok(())
}
