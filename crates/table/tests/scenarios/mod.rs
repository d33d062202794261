//! What happens at a table, by kinds of tables.

mod analysis;
mod by_link;
mod computer;
mod exercises;
mod here;
mod store;
